// A server endpoint that listens at several addresses, and the addresses in its references.

#include "iiop/giop/profile.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "iiop/server/listening.hpp"
#include "iiop/server/published_address.hpp"
#include "transport/socket/machine_address.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include <algorithm>

namespace dimma::iiop {
namespace {

class SeveralAddresses : public testing::Test {
 protected:
  std::vector<channel::Tagged> serve(const channel::ListenOptions& at, const Settings& settings = {}) {
    binder_ = make_binder({{&tcp_}}, settings);
    server_ = binder_->listen(at, {}, adapter_);
    return server_->profiles(std::as_bytes(std::span("key", 3)));
  }
  // Calls the server at this address only.
  std::string echo_at(const Address& address, std::uint8_t minor) {
    Profile profile;
    profile.minor = minor;
    profile.address = address;
    profile.object_key.assign(3, std::byte{'k'});
    const auto channel = binder_->bind({tag_internet_iop, encode(profile)}, dedicated_qos, no_deadline, {});
    return echo(*channel, "hello");
  }
  void expect_owned(const std::vector<channel::Tagged>& profiles) {
    for (const auto& profile : profiles) {
      channel::Octets key;
      EXPECT_TRUE(server_->owns(profile, key));
      EXPECT_EQ(key.size(), 3U);
    }
  }
  void TearDown() override { binder_->shutdown(); }

  transport::TcpTransport tcp_;
  TestAdapter adapter_;
  std::unique_ptr<channel::Binder> binder_;
  std::unique_ptr<channel::ServerEndpoint> server_;
};

TEST_F(SeveralAddresses, AreAllServedAndAlternatesOfOneProfile) {
  const auto profiles = serve({.at = {{"127.0.0.1", 0}, {"127.0.0.2", 0}, {"127.0.0.1", 0}}});
  ASSERT_EQ(profiles.size(), 1U);
  const auto addresses = addresses_of(decode_profile(profiles[0].data));
  ASSERT_EQ(addresses.size(), 3U);
  EXPECT_EQ(addresses[1].host, "127.0.0.2");
  EXPECT_NE(addresses[0].port, addresses[2].port);
  for (const auto& address : addresses) EXPECT_EQ(echo_at(address, 2), "hello");
  expect_owned(profiles);
}

TEST_F(SeveralAddresses, HaveAProfileEachBeforeIiop12) {
  for (const std::uint8_t minor : {std::uint8_t{0}, std::uint8_t{1}}) {
    const auto profiles = serve({.at = {{"127.0.0.1", 0}, {"127.0.0.2", 0}}}, {.giop_minor = minor});
    ASSERT_EQ(profiles.size(), 2U);
    for (const auto& profile : profiles) {
      const auto addresses = addresses_of(decode_profile(profile.data));
      ASSERT_EQ(addresses.size(), 1U);
      EXPECT_EQ(echo_at(addresses[0], minor), "hello");
    }
    expect_owned(profiles);
  }
}

TEST_F(SeveralAddresses, ArePublishedAsSaid) {
  const auto profiles =
      serve({.at = {{"127.0.0.1", 0}, {"127.0.0.2", 0}}, .publish = {{"example.org", 80}, {"backup", 0}}});
  const auto addresses = addresses_of(decode_profile(profiles.at(0).data));
  ASSERT_EQ(addresses.size(), 2U);
  EXPECT_EQ(addresses[0], (Address{"example.org", 80}));
  EXPECT_EQ(addresses[1].host, "backup");
  EXPECT_NE(addresses[1].port, 0);
  expect_owned(profiles);
  const auto facts = server_->describe();
  const auto endpoint =
      std::find_if(facts.begin(), facts.end(), [](const auto& fact) { return fact.name == "endpoint"; });
  ASSERT_NE(endpoint, facts.end());
  EXPECT_NE(endpoint->usage.find("published as example.org:80, published as backup:"), std::string::npos)
      << endpoint->usage;
}

std::vector<std::string> hosts_of(const std::vector<channel::Tagged>& profiles) {
  std::vector<std::string> hosts;
  for (const auto& profile : profiles) {
    for (const auto& address : addresses_of(decode_profile(profile.data))) hosts.push_back(address.host);
  }
  return hosts;
}

bool has_ipv6() {
  transport::TcpTransport tcp;
  try {
    return tcp.listen({"tcp", "::1", 0}, {}) != nullptr;
  } catch (const std::system_error&) {
    return false;
  }
}

TEST_F(SeveralAddresses, EveryAddressIsOneOfEachFamily) {
  for (const std::string host : {"", "::"}) {
    for (const std::uint8_t minor : {std::uint8_t{0}, std::uint8_t{2}}) {
      const auto profiles = serve({.at = {{host, 0}}}, {.giop_minor = minor});
      EXPECT_EQ(hosts_of(profiles), transport::machine_addresses(transport::Families::both)) << host;
      const auto port = decode_profile(profiles[0].data).address.port;
      EXPECT_EQ(echo_at({"127.0.0.1", port}, minor), "hello") << host;
      if (has_ipv6()) {
        EXPECT_EQ(echo_at({"::1", port}, minor), "hello") << host;
      }
      expect_owned(profiles);
    }
  }
}

TEST_F(SeveralAddresses, EveryIpv4AddressIsIpv4Alone) {
  const auto profiles = serve({.at = {{"0.0.0.0", 0}}});
  EXPECT_EQ(hosts_of(profiles), transport::machine_addresses(transport::Families::ipv4));
  const auto port = decode_profile(profiles[0].data).address.port;
  EXPECT_EQ(echo_at({"127.0.0.1", port}, 2), "hello");
  EXPECT_THROW(echo_at({"::1", port}, 2), CORBA::TRANSIENT);
}

// With one port each family needs a socket, which is impossible if "::" takes IPv4 too.
TEST(EveryAddress, NeedsTwoSocketsIfTheFamiliesAreApart) {
  transport::TcpTransport tcp;
  const channel::ListenOptions options{.at = {{"::", 4711}, {"0.0.0.0", 4711}, {"::", 4712}, {"::", 0}}};
  EXPECT_EQ(places_to_listen({{&tcp}}, options, {}, 2),
            (std::vector<transport::Endpoint>{
                {"tcp", "::", 4711}, {"tcp", "0.0.0.0", 4711}, {"tcp", "", 4712}, {"tcp", "", 0}}));
  const auto ipv4 = transport::machine_addresses(transport::Families::ipv4).front();
  const auto ipv6 = transport::machine_addresses(transport::Families::ipv6).front();
  const auto published = published_addresses({.at = {{"::", 4711}, {"0.0.0.0", 4711}}}, {4711, 4711});
  EXPECT_EQ(published, (std::vector<Address>{{ipv6, 4711}, {ipv4, 4711}}));
  // A host name counts as an IPv4 address.
  EXPECT_EQ(places_to_listen({{&tcp}}, {.at = {{"localhost", 1}, {"::", 1}}}, {}, 2).back().host, "::");
  EXPECT_EQ(places_to_listen({{&tcp}}, {.at = {{"::1", 1}, {"::", 1}}}, {}, 2).back().host, "");
}

// RFC 4007, 11: a zone is valid on this machine only.
TEST(LinkLocalAddresses, ArePublishedWithoutTheirZone) {
  const std::vector<Address> bare{{"fe80::1", 4711}};
  EXPECT_EQ(published_addresses({.at = {{"fe80::1%eth0", 0}}}, {4711}), bare);
  EXPECT_EQ(published_addresses({.at = {{"fe80::1%eth0", 0}, {"fe80::1%2", 0}}}, {4711, 4711}), bare);
  EXPECT_EQ(published_addresses({.at = {{"", 0}}, .publish = {{"fe80::1%eth0", 0}}}, {4711}), bare);
}

TEST(LinkLocalAddresses, AreWarnedOfWhereReferencesNameNothingElse) {
  const auto warning = link_local_warning({.at = {{"fe80::1%eth0", 0}}}, {{"fe80::1", 4711}});
  EXPECT_NE(warning.find("references name [fe80::1]:4711 without the zone"), std::string::npos) << warning;
  EXPECT_NE(warning.find("--dimma-publish HOST"), std::string::npos) << warning;
  EXPECT_EQ(link_local_warning({.at = {{"fe80::1%eth0", 0}}}, {{"fe80::1", 1}, {"192.0.2.7", 1}}), "");
  EXPECT_EQ(link_local_warning({.at = {{"2001:db8::5", 0}}}, {{"2001:db8::5", 1}}), "");
  EXPECT_EQ(link_local_warning({.at = {{"169.254.1.1", 0}}}, {{"169.254.1.1", 1}}), "");  // has no zone
  EXPECT_EQ(link_local_warning({.at = {{"", 0}}, .publish = {{"fe80::1", 0}}}, {{"fe80::1", 1}}), "");
  EXPECT_EQ(link_local_warning({.at = {{"", 0}}}, {}), "");
}

TEST(LoopbackWarning, IsForServersThatOthersWereMeantToReach) {
  const std::vector<Address> loopback{{"127.0.0.1", 4711}};
  const auto warning = loopback_warning({.at = {{"", 0}}}, loopback);
  EXPECT_NE(warning.find("references name 127.0.0.1, which only this machine can reach"), std::string::npos) << warning;
  EXPECT_NE(warning.find("--dimma-publish"), std::string::npos) << warning;
  EXPECT_NE(loopback_warning({.at = {{"::", 0}}}, {{"::1", 4711}}), "");
  // An address that the user asked for needs no warning, and neither does an endpoint without TCP.
  EXPECT_EQ(loopback_warning({.at = {{"127.0.0.1", 0}}}, loopback), "");
  EXPECT_EQ(loopback_warning({.at = {{"localhost", 0}}}, {{"localhost", 4711}}), "");
  EXPECT_EQ(loopback_warning({.at = {{"", 0}}, .publish = {{"127.0.0.1", 0}}}, loopback), "");
  EXPECT_EQ(loopback_warning({.at = {{"", 0}}}, {{"192.0.2.7", 4711}}), "");
  EXPECT_EQ(loopback_warning({.at = {{"", 0}}}, {{"127.0.0.1", 1}, {"192.0.2.7", 1}}), "");
  EXPECT_EQ(loopback_warning({.at = {{"", 0}}}, {}), "");
}

TEST_F(SeveralAddresses, OneThatIsTakenRefusesAll) {
  const auto first = serve({.at = {{"127.0.0.1", 0}}});
  const auto taken = decode_profile(first.at(0).data).address.port;
  auto binder = make_binder({{&tcp_}}, {});
  EXPECT_THROW(binder->listen({.at = {{"127.0.0.1", 0}, {"127.0.0.1", taken}}}, {}, adapter_), CORBA::INITIALIZE);
}

}  // namespace
}  // namespace dimma::iiop
