#include "iiop/resources/reach.hpp"

#include <gtest/gtest.h>

using namespace dimma::iiop;
using dimma::transport::Endpoint;

namespace {

TEST(Reach, IsToldByTheAddress) {
  for (const auto* const host : {"127.0.0.1", "127.9.9.9", "::1", "localhost", "::ffff:127.0.0.1"}) {
    EXPECT_EQ(reach_of(host), Reach::this_host) << host;
  }
  for (const auto* const host : {"169.254.7.7", "fe80::1", "febf::1%eth0"})
    EXPECT_EQ(reach_of(host), Reach::link) << host;
  EXPECT_EQ(reach_of("172.17.0.2"), Reach::bridge);
  for (const auto* const host :
       {"10.0.0.7", "172.18.0.2", "192.168.1.1", "host", "feeder", "fec0::1", "::ffff:10.0.0.7", ""}) {
    EXPECT_EQ(reach_of(host), Reach::any) << host;
  }
}

TEST(Reach, WarnsOfAddressesThatAPeerCannotReach) {
  const Endpoint own{"tcp", "10.0.0.1", 4711};
  const Endpoint peer{"tcp", "10.0.0.7", 2809};
  const auto warning = reach_warning({{"127.0.0.1", 5}, {"fe80::1", 5}}, own, peer);
  EXPECT_EQ(
      warning,
      "there is a connection with tcp:10.0.0.7:2809, but references of this ORB name 127.0.0.1:5, which is "
      "reachable only from "
      "this machine, [fe80::1]:5, which is reachable only from its own network segment; --dimma-publish HOST sets an "
      "address that others can reach");
  EXPECT_EQ(reach_warning({{"127.0.0.1", 5}, {"10.0.0.1", 5}}, own, peer), "");
  EXPECT_EQ(reach_warning({}, own, peer), "");
  // Peers on this machine, by any address, and in the same container network.
  EXPECT_EQ(reach_warning({{"127.0.0.1", 5}}, own, {"tcp", "10.0.0.1", 9}), "");
  EXPECT_EQ(reach_warning({{"127.0.0.1", 5}}, {"tcp", "127.0.0.1", 1}, {"tcp", "127.0.0.1", 9}), "");
  EXPECT_EQ(reach_warning({{"127.0.0.1", 5}}, own, {"unix", "", 0}), "");
  EXPECT_EQ(reach_warning({{"172.17.0.2", 5}}, {"tcp", "172.17.0.2", 1}, {"tcp", "172.17.0.3", 9}), "");
  EXPECT_NE(reach_warning({{"172.17.0.2", 5}}, {"tcp", "172.17.0.2", 1}, peer), "");
}

}  // namespace
