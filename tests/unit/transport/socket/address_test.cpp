// Addresses with zones (RFC 4007).

#include "transport/socket/address.hpp"
#include "transport/tcp/tcp.hpp"

#include <gtest/gtest.h>

#include <system_error>

namespace dimma::transport {
namespace {

constexpr const char* no_interface = "this machine has no network interface 'nowhere0', which the zone names";
constexpr const char* no_zone = "a link-local address needs a zone, the network interface that leads to it, as in ";

void expect_problem(const std::string& host, const std::string& problem) {
  for (const auto& resolved : {resolve(host, 1, Purpose::connect), resolve(host, 1, Purpose::listen)}) {
    EXPECT_TRUE(resolved.addresses.empty()) << host;
    EXPECT_EQ(resolved.problem, problem) << host;
  }
  // Nor is it looked up as a host name.
  const auto at_once = resolve_at_once(host, 1);
  ASSERT_TRUE(at_once) << host;
  EXPECT_EQ(at_once->problem, problem) << host;
}

TEST(Zones, AreNamesAndNumbersOfInterfaces) {
  for (const std::string host : {"fe80::1%lo", "fe80::1%1", "FE80::1%lo"}) {
    const auto resolved = resolve_at_once(host, 2809);
    ASSERT_TRUE(resolved) << host;
    ASSERT_EQ(resolved->addresses.size(), 1U) << host << ": " << resolved->problem;
    EXPECT_EQ(endpoint_of(resolved->addresses[0]), (Endpoint{"tcp", "fe80::1%lo", 2809}));
  }
}

TEST(Zones, ThatAreWrongAreNamed) {
  expect_problem("fe80::1%nowhere0", no_interface);
  expect_problem("febf::1%nowhere0", no_interface);
  expect_problem("fe80::1%4294967295", "this machine has no network interface '4294967295', which the zone names");
  expect_problem("fe80::1%", "this machine has no network interface '', which the zone names");
  expect_problem("fe80::1", no_zone + std::string("fe80::1%eth0"));
  expect_problem("2001:db8::5%lo", "the zone '%lo' has no meaning, because the address is not link-local; omit it");
}

TEST(Zones, ThatAreWrongAreNamedByConnectsAndListeners) {
  TcpTransport tcp;
  const Endpoint wrong{"tcp", "fe80::1%nowhere0", 2809};
  EXPECT_EQ(tcp.connect(wrong, no_deadline, {}).detail,
            std::string("connect to tcp:[fe80::1%nowhere0]:2809: ") + no_interface);
  EXPECT_EQ(tcp.connect({"tcp", "fe80::1", 2809}, no_deadline, {}).detail,
            std::string("connect to tcp:[fe80::1]:2809: ") + no_zone + "fe80::1%eth0");
  try {
    tcp.listen(wrong, {});
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(std::string(error.what()).rfind("listen at tcp:[fe80::1%nowhere0]:2809: " + std::string(no_interface), 0),
              0U)
        << error.what();
  }
}

}  // namespace
}  // namespace dimma::transport
