#include "services/inspect/http/address.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace dimma::inspect {

namespace {

TEST(InspectAddress, LoopbackAndUnixSocketsAreRead) {
  const auto four = read_address("127.0.0.2:8680");
  EXPECT_EQ(four.host, "127.0.0.2");
  EXPECT_EQ(four.port, 8680);
  const auto six = read_address("[::1]:0");
  EXPECT_EQ(six.host, "::1");
  EXPECT_EQ(six.port, 0);
  EXPECT_EQ(read_address("[fe80::1%25lo]:1").host, "fe80::1%lo");  // RFC 6874
  EXPECT_EQ(read_address("[fe80::1%lo]:1").host, "fe80::1%lo");
  EXPECT_EQ(read_address("LocalHost:1").host, "127.0.0.1");
  EXPECT_EQ(read_address("unix:/run/x").kind, Address::Kind::path);
  EXPECT_EQ(read_address("unix").kind, Address::Kind::abstract);
}

TEST(InspectAddress, OutsideTheLoopbackHasTls) {
  for (const char* const text : {"0.0.0.0:1", "[::]:1", "10.0.0.1:1", "https://10.0.0.1:1"}) {
    EXPECT_TRUE(read_address(text).has_tls) << text;
    EXPECT_FALSE(read_address(text).is_loopback) << text;
  }
  EXPECT_FALSE(read_address("127.0.0.1:1").has_tls);
  EXPECT_TRUE(read_address("https://localhost:1").has_tls);
  EXPECT_TRUE(read_address("https://[::1]:1").is_loopback);
  EXPECT_EQ(read_address("https://[::1]:8443").port, 8443);
}

TEST(InspectAddress, OthersAreRefusedInWords) {
  for (const char* const text : {"",
                                 ":",
                                 "[",
                                 "[]",
                                 "[::1",
                                 "[::1]x:1",
                                 "::1:1",
                                 "host.example:1",
                                 "[127.0.0.1]:1",
                                 "127.0.0.1",
                                 "127.0.0.1:",
                                 "127.0.0.1:-1",
                                 "127.0.0.1:65536",
                                 "127.0.0.1:1x",
                                 "localhost.example:1",
                                 "unix:",
                                 "unix:@name",
                                 "UNIX",
                                 "http://127.0.0.1:1",
                                 "https://",
                                 "https://localhost",
                                 "https://unix:/x"}) {
    EXPECT_THROW(read_address(text), std::invalid_argument) << text;
  }
}

TEST(InspectAddress, HostsOfBrowsersAreThisMachinesAlone) {
  for (const char* const host : {"localhost", "LOCALHOST:8680", "127.0.0.1", "127.9.9.9:1", "[::1]", "[::1]:80"}) {
    EXPECT_TRUE(is_loopback_host(host)) << host;
  }
  for (const char* const host : {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1:x",
                                 "10.0.0.1", "::1", "[::1]evil", "user@localhost", "0x7f000001", "127.1"}) {
    EXPECT_FALSE(is_loopback_host(host)) << host;
  }
}

}  // namespace

}  // namespace dimma::inspect
