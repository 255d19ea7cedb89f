// Access decided by rules.

#include "orb/access/pattern.hpp"
#include "orb/access/rules_state.hpp"

#include <dimma/access.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace dimma {
namespace {

using Effect = AccessDecision::Effect;

Peer over(const std::string& transport, const std::string& address = "") {
  Peer peer;
  peer.transport = transport;
  peer.address = address;
  return peer;
}
Peer user(std::uint32_t uid, std::uint32_t gid = 100, const std::string& transport = "unix") {
  Peer peer = over(transport);
  peer.process = PeerProcess{uid, gid, 1};
  return peer;
}
Peer certified(const std::string& common_name, bool is_verified = true) {
  Peer peer = over("tls", "10.1.2.3");
  PeerCertificate certificate;
  certificate.is_verified = is_verified;
  certificate.common_name = common_name;
  certificate.subject = "CN=" + common_name + ",O=Plant";
  certificate.issuer = "CN=Plant CA";
  certificate.fingerprint = std::string(64, 'a');
  certificate.dns_names = {"ops.Plant.example", "x"};
  certificate.uris = {"spiffe://plant/ops"};
  certificate.email_names = {"ops@plant.example"};
  peer.security = PeerSecurity{"TLSv1.3", "TLS_AES_256_GCM_SHA384", certificate};
  return peer;
}

AccessTarget target(const std::string& operation, std::vector<std::string> interfaces = {"IDL:Reactor:1.0"},
                    const std::string& adapter = "RootPOA") {
  return {operation, std::move(interfaces), adapter};
}
AccessTarget unknown(const std::string& operation) { return {operation, std::nullopt, "RootPOA"}; }

AccessDecision decision(const std::string& rules, const Peer& peer, const AccessTarget& of = target("start")) {
  return AccessRules::parse(rules)->decide(peer, of);
}
bool allows(const std::string& rules, const Peer& peer, const AccessTarget& of = target("start")) {
  return decision(rules, peer, of).effect == Effect::allow;
}

TEST(AccessRules, PatternsHaveWildcards) {
  const auto pattern = [](std::string text) {
    std::string literal(text.size(), '\0');
    return access::Pattern(std::move(text), std::move(literal));
  };
  EXPECT_TRUE(pattern("*").matches(""));
  EXPECT_TRUE(pattern("*").matches_all());
  EXPECT_TRUE(pattern("**").matches_all());
  EXPECT_FALSE(pattern("").matches_all());
  EXPECT_FALSE(pattern("*?").matches_all());
  EXPECT_TRUE(pattern("a*b*c").matches("aXbbYc"));
  EXPECT_FALSE(pattern("a*b*c").matches("aXbbYcd"));
  EXPECT_TRUE(pattern("?b").matches("ab"));
  EXPECT_FALSE(pattern("?").matches(""));
  EXPECT_TRUE(pattern("AB*").matches_in_any_case("abC"));
  EXPECT_FALSE(pattern("AB*").matches("abC"));
  EXPECT_FALSE(access::Pattern("a*", std::string("\0\1", 2)).matches("ab"));
  EXPECT_TRUE(access::Pattern("a*", std::string("\0\1", 2)).matches("a*"));
  // A pattern that would take forever if each star were tried at each position.
  std::string stars;
  for (int i = 0; i < 200; ++i) stars += "a*";
  EXPECT_FALSE(pattern(stars + "b").matches(std::string(20'000, 'a')));
}

TEST(AccessRules, TheFirstThatFitsDecidesAndTheRestIsRefused) {
  const std::string rules = "deny CN=ops-9\nallow CN=ops-*\ndeny *\nallow *";
  EXPECT_TRUE(allows(rules, certified("ops-1")));
  EXPECT_FALSE(allows(rules, certified("ops-9")));
  EXPECT_FALSE(allows(rules, certified("guest")));
  EXPECT_EQ(decision(rules, certified("ops-1")).line, 2U);
  EXPECT_EQ(decision(rules, certified("ops-1")).rule, "allow CN=ops-*");
  EXPECT_EQ(decision(rules, certified("guest")).line, 3U);
  EXPECT_FALSE(allows("", certified("ops-1")));
  EXPECT_FALSE(allows("# nothing\n", over("tcp", "10.0.0.1")));
  EXPECT_EQ(decision("allow CN=a", certified("b")).line, 0U);
}

TEST(AccessRules, AllConditionsHaveToHold) {
  EXPECT_TRUE(allows("allow CN=ops-1 transport=tls address=10.0.0.0/8", certified("ops-1")));
  EXPECT_FALSE(allows("allow CN=ops-1 transport=tls address=11.0.0.0/8", certified("ops-1")));
  EXPECT_FALSE(allows("allow CN=ops-1 transport=tcp", certified("ops-1")));
}

TEST(AccessRules, CertificatesAreNamedInEachWay) {
  for (const std::string who : {"CN=ops-?", "subject=CN=ops-1,*", "issuer=\"CN=Plant CA\"", "dns=*.plant.EXAMPLE",
                                "uri=spiffe://plant/*", "email=ops@plant.example"}) {
    EXPECT_TRUE(allows("allow " + who, certified("ops-1"))) << who;
    EXPECT_FALSE(allows("allow " + who, certified("ops-1", false))) << "not verified: " << who;
    EXPECT_FALSE(allows("allow " + who, user(0))) << who;
    EXPECT_FALSE(allows("allow " + who, over("tcp", "10.1.2.3"))) << who;
  }
  EXPECT_TRUE(allows("allow fingerprint=" + std::string(64, 'A'), certified("ops-1")));
  EXPECT_FALSE(allows("allow fingerprint=" + std::string(64, 'b'), certified("ops-1")));
  EXPECT_FALSE(allows("allow email=OPS@plant.example", certified("ops-1")));
}

TEST(AccessRules, QuotedTextHasNoWildcards) {
  EXPECT_FALSE(allows("allow CN=\"ops-*\"", certified("ops-1")));
  EXPECT_FALSE(allows("allow CN=ops-\\*", certified("ops-1")));
  EXPECT_TRUE(allows("allow CN=\"ops-*\"", certified("ops-*")));
  EXPECT_TRUE(allows("allow CN=ops\\ 1", certified("ops 1")));
  EXPECT_TRUE(allows("allow CN=\"o \"*", certified("o ps")));
  EXPECT_TRUE(allows("allow subject=\"CN=a\\\"b,*\"", certified("a\"b")) == false);
}

TEST(AccessRules, UsersAndGroupsAreThoseOfTheProcess) {
  EXPECT_TRUE(allows("allow uid=33", user(33)));
  EXPECT_TRUE(allows("allow gid=100 transport=shm", user(33, 100, "shm")));
  EXPECT_FALSE(allows("allow uid=33", user(34)));
  EXPECT_FALSE(allows("allow uid=0", over("tcp", "127.0.0.1")));
}

TEST(AccessRules, AnonymousMeansNotIdentified) {
  EXPECT_TRUE(allows("allow anonymous", over("tcp", "10.0.0.1")));
  EXPECT_TRUE(allows("allow anonymous", certified("ops-1", false)));
  EXPECT_FALSE(allows("allow anonymous", certified("ops-1")));
  EXPECT_FALSE(allows("allow anonymous", user(0)));
}

TEST(AccessRules, AddressesAreOfNetworks) {
  EXPECT_TRUE(allows("allow address=10.0.0.0/9", over("tcp", "10.127.255.255")));
  EXPECT_FALSE(allows("allow address=10.0.0.0/9", over("tcp", "10.128.0.0")));
  EXPECT_TRUE(allows("allow address=0.0.0.0/0", over("tcp", "1.2.3.4")));
  EXPECT_FALSE(allows("allow address=0.0.0.0/0", over("tcp", "fd00::1")));
  EXPECT_TRUE(allows("allow address=fd00::/15", over("tcp", "fd01::1")));
  EXPECT_TRUE(allows("allow address=fe80::/10", over("tcp", "fe80::1%eth0")));
  EXPECT_FALSE(allows("allow address=0.0.0.0/0", user(0)));
  EXPECT_TRUE(allows("allow address=10.0.0.7", over("tcp", "10.0.0.7")));
  EXPECT_FALSE(allows("allow address=10.0.0.7", over("tcp", "10.0.0.6")));
}

TEST(AccessRules, OperationsAreOfInterfaces) {
  const Peer peer = user(1);
  EXPECT_TRUE(allows("allow * call Reactor::start", peer));
  EXPECT_TRUE(allows("allow * call ::Reactor::start", peer));
  EXPECT_TRUE(allows("allow * call Pump::stop Reactor::st*", peer));
  EXPECT_TRUE(allows("allow * call *::start", peer));
  EXPECT_TRUE(allows("allow * call *", peer));
  EXPECT_FALSE(allows("allow * call Reactor::stop", peer));
  EXPECT_FALSE(allows("allow * call Plant::Reactor::start", peer));
  EXPECT_FALSE(allows("allow * call Reactor::*", peer, target("start", {"IDL:Plant/Reactor:1.0"})));
  EXPECT_TRUE(allows("allow * call *::Reactor::*", peer, target("start", {"IDL:Plant/Reactor:1.0"})));
  // A base interface's name counts, too.
  EXPECT_TRUE(allows("allow * call Base::*", peer, target("start", {"IDL:Reactor:1.0", "IDL:Base:1.0"})));
  // With a prefix, and without.
  const auto prefixed = target("bind", {"IDL:omg.org/CosNaming/NamingContext:1.0"});
  EXPECT_TRUE(allows("allow * call CosNaming::NamingContext::bind", peer, prefixed));
  EXPECT_TRUE(allows("allow * call omg.org::CosNaming::NamingContext::bind", peer, prefixed));
  // Other formats of repository ids are names as they stand.
  EXPECT_TRUE(allows("allow * call RMI:a.B:01::op", peer, target("op", {"RMI:a.B:01"})));
}

TEST(AccessRules, AttributesHaveTheirNames) {
  const Peer peer = user(1);
  EXPECT_TRUE(allows("allow * call Reactor::level", peer, target("_get_level")));
  EXPECT_TRUE(allows("allow * call Reactor::level", peer, target("_set_level")));
  EXPECT_TRUE(allows("allow * call Reactor::_get_*", peer, target("_get_level")));
  EXPECT_FALSE(allows("allow * call Reactor::_get_*", peer, target("_set_level")));
}

TEST(AccessRules, OneAllowedOperationAllowsTheImplicitOnes) {
  const Peer peer = user(1);
  for (const std::string asked : {"_is_a", "_non_existent", "_not_existent", "_interface", "_component"}) {
    EXPECT_TRUE(allows("allow * call Reactor::start", peer, target(asked))) << asked;
    EXPECT_TRUE(allows("deny * call Reactor::stop\nallow * call Reactor::*", peer, target(asked))) << asked;
    EXPECT_FALSE(allows("allow * call Pump::start", peer, target(asked))) << asked;
    EXPECT_FALSE(allows("deny * call Reactor::*\nallow *", peer, target(asked))) << asked;
    EXPECT_FALSE(allows("deny * call *::" + asked + "\nallow *", peer, target(asked))) << asked;
  }
  EXPECT_FALSE(allows("allow * call Reactor::start", peer, target("_get_policy")));
}

TEST(AccessRules, AdaptersAreNamedByTheirPath) {
  const Peer peer = user(1);
  const auto in_plant = target("start", {"IDL:Reactor:1.0"}, "RootPOA/Plant/North");
  EXPECT_TRUE(allows("allow * call poa=RootPOA/Plant/*", peer, in_plant));
  EXPECT_TRUE(allows("allow * call Reactor::start poa=RootPOA poa=RootPOA/Plant/North", peer, in_plant));
  EXPECT_FALSE(allows("allow * call Reactor::stop poa=RootPOA/*", peer, in_plant));
  EXPECT_FALSE(allows("allow * call poa=RootPOA/Plant", peer, in_plant));
}

TEST(AccessRules, WithoutTheInterfaceTheDecisionMayDependOnIt) {
  const Peer peer = user(1);
  EXPECT_EQ(decision("allow * call Reactor::start", peer, unknown("start")).effect, Effect::by_interface);
  EXPECT_EQ(decision("allow * call Reactor::start", peer, unknown("stop")).effect, Effect::deny);
  EXPECT_EQ(decision("allow uid=2 call Reactor::start", peer, unknown("start")).effect, Effect::deny);
  EXPECT_EQ(decision("allow * call Reactor::start\nallow *", peer, unknown("start")).effect, Effect::allow);
  EXPECT_EQ(decision("deny * call Reactor::start\nallow *", peer, unknown("start")).effect, Effect::by_interface);
  EXPECT_EQ(decision("deny * call Reactor::start", peer, unknown("start")).effect, Effect::deny);
  EXPECT_EQ(decision("allow * call *::start", peer, unknown("start")).effect, Effect::allow);
  EXPECT_EQ(decision("allow * call Reactor::start", peer, unknown("_is_a")).effect, Effect::by_interface);
}

TEST(AccessRules, ExplainThemselves) {
  const auto rules =
      AccessRules::parse("allow CN=a\nallow uid=1 call Reactor::stop\nallow uid=1 call Reactor::*\nallow *");
  std::vector<AccessStep> steps;
  EXPECT_EQ(rules->explain(user(1), target("start"), steps).line, 3U);
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].reason, "CN=a: there is no certificate");
  EXPECT_EQ(steps[1].reason, "fits the caller, but not the operation");
  EXPECT_EQ(steps[2].reason, "fits");
  steps.clear();
  rules->explain(over("tcp", "10.0.0.1"), target("start"), steps);
  EXPECT_EQ(steps[1].reason, "uid=1: no user is known over tcp");
}

class AccessRulesFile : public testing::Test {
 protected:
  AccessRulesFile() {
    std::string name = (std::filesystem::temp_directory_path() / "dimma-rules-XXXXXX").string();
    const int file = ::mkstemp(name.data());
    ::close(file);
    path_ = name;
  }
  ~AccessRulesFile() override { std::filesystem::remove(path_); }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::trunc) << text; }

  std::string path_;
};

TEST_F(AccessRulesFile, IsReadAnewWhenAsked) {
  write("allow uid=1");
  const auto rules = AccessRules::read_file(path_);
  EXPECT_EQ(rules->name(), path_);
  EXPECT_EQ(rules->size(), 1U);
  write("deny *\nallow *");
  EXPECT_EQ(rules->decide(user(1), target("x")).effect, Effect::allow);
  EXPECT_TRUE(rules->reload());
  EXPECT_EQ(rules->decide(user(1), target("x")).effect, Effect::deny);
  EXPECT_EQ(rules->size(), 2U);
}

TEST_F(AccessRulesFile, ThatIsWrongLeavesTheRulesBefore) {
  write("allow uid=1");
  const auto rules = AccessRules::read_file(path_);
  write("allow uid=1 nonsense");
  EXPECT_FALSE(rules->reload());
  EXPECT_EQ(rules->decide(user(1), target("x")).effect, Effect::allow);
  std::filesystem::remove(path_);
  EXPECT_FALSE(rules->reload());
  EXPECT_EQ(rules->decide(user(1), target("x")).effect, Effect::allow);
}

TEST_F(AccessRulesFile, ThatChangesIsReadAnew) {
  write("allow uid=1");
  const auto rules = AccessRules::read_file(path_);
  const auto before = rules->state().current()->generation();
  write("deny * # another");
  while (rules->state().current()->generation() == before) ::usleep(20'000);
  EXPECT_EQ(rules->decide(user(1), target("x")).effect, Effect::deny);
}

TEST_F(AccessRulesFile, ThatCantBeReadIsRefused) {
  EXPECT_THROW(AccessRules::read_file(path_ + "-none"), AccessRulesError);
  EXPECT_THROW(AccessRules::read_file("/"), AccessRulesError);
  EXPECT_THROW(AccessRules::read_file("/dev/zero"), AccessRulesError);
  write("allow");
  try {
    AccessRules::read_file(path_);
    ADD_FAILURE();
  } catch (const AccessRulesError& error) {
    EXPECT_EQ(std::string(error.what()), path_ + ":1:6: expected a caller to allow, such as CN=NAME, uid=USER or *");
  }
}

}  // namespace
}  // namespace dimma
