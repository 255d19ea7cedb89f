// Which of a machine's addresses references name.

#include "transport/socket/machine_address.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace dimma::transport {
namespace {

using Texts = std::vector<std::string>;
using Interfaces = std::vector<InterfaceAddress>;

TEST(MachineAddresses, AreTheFirstOfEachFamilyAndIpv4IsFirst) {
  const Interfaces machine{{"2001:db8::5"}, {"192.0.2.5"}, {"192.0.2.6"}, {"2001:db8::6"}};
  EXPECT_EQ(chosen_addresses(machine, Families::both), (Texts{"192.0.2.5", "2001:db8::5"}));
  EXPECT_EQ(chosen_addresses(machine, Families::ipv4), Texts{"192.0.2.5"});
  EXPECT_EQ(chosen_addresses(machine, Families::ipv6), Texts{"2001:db8::5"});
}

TEST(MachineAddresses, AreAloneIfThereIsOneFamily) {
  EXPECT_EQ(chosen_addresses({{"2001:db8::5"}}, Families::both), Texts{"2001:db8::5"});
  EXPECT_EQ(chosen_addresses({{"192.0.2.5"}, {"fe80::1"}}, Families::both), Texts{"192.0.2.5"});
}

TEST(MachineAddresses, LeaveOutThoseThatNobodyElseReaches) {
  const Interfaces machine{{"127.0.0.2"}, {"0.0.0.0"}, {"::1"},     {"::"},
                           {"fe80::1"},   {"febf::1"}, {"ff02::1"}, {"::ffff:192.0.2.7"}};
  EXPECT_EQ(chosen_addresses(machine, Families::both), Texts{"127.0.0.1"});
  EXPECT_EQ(chosen_addresses(machine, Families::ipv4), Texts{"127.0.0.1"});
  EXPECT_EQ(chosen_addresses(machine, Families::ipv6), Texts{"::1"});
  EXPECT_EQ(chosen_addresses({}, Families::both), Texts{"127.0.0.1"});
  // The server does not listen at the other family.
  EXPECT_EQ(chosen_addresses({{"2001:db8::5"}}, Families::ipv4), Texts{"127.0.0.1"});
  EXPECT_EQ(chosen_addresses({{"192.0.2.5"}}, Families::ipv6), Texts{"::1"});
}

TEST(MachineAddresses, WithTheWiderReachComeBeforeOthers) {
  EXPECT_EQ(chosen_addresses({{"fd00::1"}, {"2001:db8::5"}}, Families::both), Texts{"2001:db8::5"});
  EXPECT_EQ(chosen_addresses({{"fe80::1"}, {"fd00::1"}}, Families::both), Texts{"fd00::1"});
  EXPECT_EQ(chosen_addresses({{"169.254.1.1"}, {"192.0.2.5"}}, Families::both), Texts{"192.0.2.5"});
  EXPECT_EQ(chosen_addresses({{"169.254.1.1"}}, Families::both), Texts{"169.254.1.1"});
}

// A reference may outlive such addresses.
TEST(MachineAddresses, ThatAreShortLivedAreTheLastResort) {
  constexpr bool short_lived = true;
  EXPECT_EQ(chosen_addresses({{"2001:db8::a", short_lived}, {"2001:db8::5"}}, Families::both), Texts{"2001:db8::5"});
  EXPECT_EQ(chosen_addresses({{"2001:db8::a", short_lived}, {"fd00::1"}}, Families::both), Texts{"fd00::1"});
  EXPECT_EQ(chosen_addresses({{"2001:db8::a", short_lived}, {"192.0.2.5"}}, Families::both), Texts{"192.0.2.5"});
  EXPECT_EQ(chosen_addresses({{"2001:db8::a", short_lived}}, Families::both), Texts{"2001:db8::a"});
}

// Each flag of /proc/net/if_inet6 (linux/if_addr.h) once.
TEST(MachineAddresses, AreShortLivedByTheSystemsFlags) {
  std::istringstream list(
      "20010db8000000000000000000000005 02 40 00 80     eth0\n"    // permanent
      "20010db800000000000000000000000a 02 40 00 01     eth0\n"    // temporary
      "20010db800000000000000000000000b 02 40 00 a0     eth0\n"    // permanent, deprecated
      "20010db800000000000000000000000c 02 40 00 88     eth0\n"    // another host has it too
      "20010db800000000000000000000000d 02 40 00 c0     eth0\n"    // tentative: about to be usable
      "fe800000000000000000000000000001 02 40 20 80     eth0\n");  // link-local
  EXPECT_EQ(short_lived_addresses(list), (std::set<std::string>{"2001:db8::a", "2001:db8::b", "2001:db8::c"}));
  for (const char* const malformed :
       {"", "\n", "20010db8 02 40 00 01 eth0\n", "x y z\n", "20010db800000000000000000000000a 02 40 00 zz eth0\n",
        "zz010db800000000000000000000000a 02 40 00 01 eth0\n"}) {
    std::istringstream text(malformed);
    EXPECT_EQ(short_lived_addresses(text), std::set<std::string>{}) << malformed;
  }
}

TEST(MachineAddresses, AreFoundOnThisMachine) {
  for (const auto families : {Families::both, Families::ipv4, Families::ipv6}) {
    const auto addresses = machine_addresses(families);
    ASSERT_FALSE(addresses.empty());
    EXPECT_LE(addresses.size(), families == Families::both ? 2U : 1U);
    for (const auto& address : addresses) {
      EXPECT_EQ(address.find('%'), std::string::npos) << address;
      if (families == Families::ipv4) {
        EXPECT_EQ(address.find(':'), std::string::npos) << address;
      }
      if (families == Families::ipv6) {
        EXPECT_NE(address.find(':'), std::string::npos) << address;
      }
    }
  }
}

TEST(MachineAddresses, EveryAddressIsAskedForByThreeHosts) {
  EXPECT_TRUE(is_every_address(""));
  EXPECT_TRUE(is_every_address("::"));
  EXPECT_TRUE(is_every_address("0.0.0.0"));
  EXPECT_FALSE(is_every_address("127.0.0.1"));
  EXPECT_FALSE(is_every_address("::1"));
}

}  // namespace
}  // namespace dimma::transport
