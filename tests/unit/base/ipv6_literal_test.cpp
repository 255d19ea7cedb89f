// IPv6 addresses with zones (RFC 4007, RFC 6874).

#include "base/text/ipv6_literal.hpp"

#include <gtest/gtest.h>

namespace dimma {
namespace {

using Literal = std::optional<std::string>;

TEST(Ipv6Literal, WithoutAZoneStaysUnchanged) {
  for (const char* const text : {"::", "::1", "2001:DB8::5", "::ffff:192.0.2.7"})
    EXPECT_EQ(ipv6_literal(text), Literal(text));
}

TEST(Ipv6Literal, HasTheZoneOfAUrl) {
  EXPECT_EQ(ipv6_literal("fe80::1%25eth0"), Literal("fe80::1%eth0"));
  EXPECT_EQ(ipv6_literal("fe80::1%252"), Literal("fe80::1%2"));
  EXPECT_EQ(ipv6_literal("fe80::1%25br-lan.7_a~b"), Literal("fe80::1%br-lan.7_a~b"));
  EXPECT_EQ(ipv6_literal("fe80::1%25wl%40n%3a1"), Literal("fe80::1%wl@n:1"));
}

TEST(Ipv6Literal, HasTheZoneOfTheSystem) {
  EXPECT_EQ(ipv6_literal("fe80::1%eth0"), Literal("fe80::1%eth0"));
  EXPECT_EQ(ipv6_literal("fe80::1%2"), Literal("fe80::1%2"));
  EXPECT_EQ(ipv6_literal("fe80::1%25"), Literal("fe80::1%25"));  // interface number 25
}

TEST(Ipv6Literal, IsNothingElse) {
  for (const char* const text :
       {"", "host", "::g", "%eth0", "fe80::1%", "fe80::1%25%", "fe80::1%25%4", "fe80::1%25%zz", "fe80::1%25a%00",
        "fe80::1%25%20", "fe80::1%25a%2fb", "fe80::1%25a%25b", "fe80::1%eth 0", "fe80::1%a]", "fe80::1%a/b", "a b::"}) {
    EXPECT_EQ(ipv6_literal(text), Literal()) << text;
  }
}

TEST(WithoutZone, LeavesAHostAsOthersMayBeToldOfIt) {
  EXPECT_EQ(without_zone("fe80::1%eth0"), "fe80::1");
  EXPECT_EQ(without_zone("fe80::1"), "fe80::1");
  EXPECT_EQ(without_zone("192.0.2.5"), "192.0.2.5");
  EXPECT_EQ(without_zone("host"), "host");
  EXPECT_EQ(without_zone(""), "");
}

}  // namespace
}  // namespace dimma
