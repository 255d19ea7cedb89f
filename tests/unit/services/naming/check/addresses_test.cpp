#include "services/naming/check/addresses.hpp"

#include "services/naming/reference/ior.hpp"

#include <dimma/iop.hpp>

#include <gtest/gtest.h>

#include <random>

namespace {

using dimma::naming::addresses_of;
using dimma::naming::is_loopback;
using dimma::naming::ObjectAddress;
using dimma::naming::TlsAddressing;

class Addresses : public testing::Test {
 protected:
  void SetUp() override {
    int argc = 1;
    char name[] = "addresses";
    char* argv[] = {name, nullptr};
    orb_ = CORBA::ORB_init(argc, argv, "addresses");
  }
  void TearDown() override { orb_->destroy(); }

  std::vector<ObjectAddress> of(const std::string& url) {
    return addresses_of(orb_->object_to_string(orb_->string_to_object(url)));
  }
  static std::vector<std::string> texts(const std::vector<ObjectAddress>& addresses) {
    std::vector<std::string> all;
    for (const auto& address : addresses) all.push_back(address.text);
    return all;
  }

  CORBA::object_reference<CORBA::ORB> orb_;
};

using Texts = std::vector<std::string>;

TEST_F(Addresses, AreEachAReferenceOfItsOwn) {
  const auto addresses = of("corbaloc::a.example:1,:10.0.0.7:2,:[::1]:3,:localhost:4/Key");
  EXPECT_EQ(texts(addresses), (Texts{"a.example:1", "10.0.0.7:2", "[::1]:3", "localhost:4"}));
  const bool local[] = {false, false, true, true};
  for (std::size_t index = 0; index < addresses.size(); ++index) {
    EXPECT_EQ(addresses[index].is_local, local[index]);
    const auto single = addresses_of(addresses[index].single);
    ASSERT_EQ(texts(single), Texts{addresses[index].text});
    EXPECT_EQ(single[0].single, addresses[index].single);
    EXPECT_TRUE(orb_->string_to_object(addresses[index].single)
                    ->_is_equivalent(orb_->string_to_object("corbaloc::" + addresses[index].text + "/Key")));
  }
}

TEST_F(Addresses, OtherProtocolsCantBeAsked) {
  // One profile of tag 4711 with two octets.
  const std::string foreign = "IOR:00000000000000010000000000000001000012670000000200ff";
  const auto addresses = addresses_of(foreign);
  ASSERT_EQ(texts(addresses), Texts{"profile of protocol 4711"});
  EXPECT_TRUE(addresses[0].single.empty());
  EXPECT_TRUE(addresses_of(orb_->object_to_string(nullptr)).empty());
}

TEST_F(Addresses, TextThatIsNoReferenceIsRefused) {
  for (const char* text : {"", "corbaloc::host/x", "IOR", "IOR:0", "IOR:0g", "IOR:zz"}) {
    EXPECT_THROW(addresses_of(text), CORBA::BAD_PARAM) << text;
  }
}

// The octets come from peers, so there must be a result for any octets.
TEST_F(Addresses, DamagedReferencesAreSurvived) {
  const std::string whole =
      orb_->object_to_string(orb_->string_to_object("corbaloc:iiop:1.2@10.0.0.7:2,:10.0.0.8:3,:[::1]:4/Key"));
  for (std::size_t length = 4; length < whole.size(); length += 2) {
    for (const auto& address : addresses_of(whole.substr(0, length))) EXPECT_FALSE(address.text.empty());
  }
  std::mt19937 random(25);
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = whole;
    for (int count = 0; count < 3; ++count)
      damaged[4 + random() % (damaged.size() - 4)] = "0123456789abcdef"[random() % 16];
    for (const auto& address : addresses_of(damaged)) EXPECT_FALSE(address.text.empty());
  }
}

TEST(Loopback, IsKnownByItsForms) {
  for (const char* host : {"localhost", "LOCALHOST.", "localhost.localdomain", "127.0.0.1", "127.255.0.1", "::1",
                           "[::1]", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "0.0.0.0", "::", "ip6-localhost"}) {
    EXPECT_TRUE(is_loopback(host)) << host;
  }
  for (const char* host :
       {"localhost.example", "128.0.0.1", "10.0.0.127", "127.example", "fe80::1", "", "host", "1270.0.0.1"}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

TEST(Reach, IsToldOfHostsThatOthersDoNotReach) {
  using dimma::naming::reach_remark;
  const std::pair<const char*, const char*> told[] = {
      {"localhost", "only its own host"}, {"[::1]", "only its own host"},    {"0.0.0.0", "means all addresses"},
      {"::", "means all addresses"},      {"169.254.3.4", "same link"},      {"fe80::1", "same link"},
      {"172.17.0.2", "Docker"},           {"::ffff:172.17.0.2", "Docker"},   {"10.88.0.3", "Podman"},
      {"192.168.122.5", "libvirt"},       {"0a1b2c3d4e5f", "container's id"}};
  for (const auto& [host, words] : told) {
    EXPECT_NE(reach_remark(host).find(words), std::string_view::npos) << host << reach_remark(host);
  }
  for (const char* host :
       {"10.0.0.7", "172.18.0.1", "host.example", "2001:db8::1", "169.254.example", "0a1b2c3d4e5", ""}) {
    EXPECT_TRUE(reach_remark(host).empty()) << host;
  }
}

// Profiles with an SSLIOP component, which states the options that the server requires.
std::vector<ObjectAddress> with_ssl(std::uint16_t port, std::uint16_t ssl_port, std::uint16_t required) {
  dimma::naming::IiopProfile profile{2, "host.example", port, dimma::naming::Octets(3, std::byte{'k'}), {}};
  profile.components.push_back({IOP::TAG_SSL_SEC_TRANS, dimma::naming::encapsulation([&](dimma::cdr::Encoder& out) {
                                  out.put(std::uint16_t{0x67});
                                  out.put(required);
                                  out.put(ssl_port);
                                })});
  return addresses_of(dimma::naming::ior_text(dimma::naming::written_ior(
                          {"IDL:Thing:1.0", {{IOP::TAG_INTERNET_IOP, dimma::naming::written_iiop_profile(profile)}}})),
                      TlsAddressing::apart);
}

TEST(TlsAddresses, AreAskedByThemselves) {
  const auto texts = [](const std::vector<ObjectAddress>& addresses) {
    Texts all;
    for (const auto& address : addresses) all.push_back(address.text);
    return all;
  };
  EXPECT_EQ(texts(with_ssl(1, 2, 0)), (Texts{"tls:host.example:2", "host.example:1"}));
  EXPECT_EQ(texts(with_ssl(0, 2, 6)), Texts{"tls:host.example:2"});
  EXPECT_EQ(texts(with_ssl(1, 2, 6)), Texts{"tls:host.example:2"}) << "a server that requires TLS is not asked without";
  EXPECT_EQ(texts(with_ssl(1, 0, 0)), Texts{"host.example:1"});
  const auto addresses = with_ssl(1, 2, 0);
  EXPECT_EQ(texts(addresses_of(addresses[0].single, TlsAddressing::apart)), Texts{"tls:host.example:2"});
  EXPECT_EQ(texts(addresses_of(addresses[1].single, TlsAddressing::apart)), Texts{"host.example:1"});
}

}  // namespace
