// The text of rules: which texts are accepted, and the positions of errors.

#include "orb/access/rule_parser.hpp"

#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>

namespace dimma::access {
namespace {

std::vector<Rule> rules(std::string_view text) { return parse_rules(text, "rules"); }

TEST(RuleParser, PassesOverCommentsAndBlankLines) {
  const auto read = rules("# nothing\n\n \t \r\n  allow *  # everyone\n\tdeny CN=a#b call *\r\n#");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_TRUE(read[0].allows);
  EXPECT_EQ(read[0].line, 4U);
  EXPECT_EQ(read[0].text, "allow *");
  EXPECT_TRUE(read[0].who.empty());
  EXPECT_TRUE(read[0].operations.empty());
  EXPECT_FALSE(read[1].allows);
  EXPECT_EQ(read[1].text, "deny CN=a#b call *");
  EXPECT_TRUE(rules("").empty());
  EXPECT_TRUE(rules("# no end of line").empty());
}

TEST(RuleParser, TakesEachCondition) {
  const std::string own_user = ::getpwuid(0)->pw_name;
  const std::string own_group = ::getgrgid(0)->gr_name;
  const auto read = rules(
      "allow CN=ops-* subject=\"CN=ops 1,O=Plant\" issuer=*Plant dns=*.plant.example uri=spiffe://* "
      "email=a@b fingerprint=" +
      std::string(64, 'A') + " uid=7 uid=" + own_user + " gid=8 gid=" + own_group +
      " transport=tls address=10.0.0.0/8 address=fd00::/8 anonymous call A::b C::* poa=RootPOA/x");
  ASSERT_EQ(read.size(), 1U);
  const auto& who = read[0].who;
  ASSERT_EQ(who.size(), 15U);
  EXPECT_EQ(std::get<std::string>(who[6].value), std::string(64, 'a'));
  EXPECT_EQ(std::get<std::uint32_t>(who[7].value), 7U);
  EXPECT_EQ(std::get<std::uint32_t>(who[8].value), 0U);
  EXPECT_EQ(std::get<std::uint32_t>(who[10].value), 0U);
  EXPECT_EQ(std::get<Network>(who[12].value).prefix, 8U);
  EXPECT_EQ(who[14].subject, Condition::Subject::anonymous);
  EXPECT_EQ(read[0].operations.size(), 2U);
  EXPECT_EQ(read[0].adapters.size(), 1U);
}

TEST(RuleParser, TakesFingerprintsAsOpensslPrintsThem) {
  std::string text = "allow fingerprint=";
  for (int i = 0; i < 32; ++i) text += i == 0 ? "AB" : ":CD";
  EXPECT_EQ(std::get<std::string>(rules(text)[0].who[0].value).substr(0, 4), "abcd");
}

struct Wrong {
  std::string text;
  std::string error;
};
class WrongRules : public testing::TestWithParam<Wrong> {};

TEST_P(WrongRules, AreRefusedWithTheirPlace) {
  try {
    rules(GetParam().text);
    ADD_FAILURE() << "was accepted";
  } catch (const AccessRulesError& error) {
    EXPECT_EQ(std::string(error.what()), "rules:" + GetParam().error);
    const std::string place = std::to_string(error.line()) + ":" + std::to_string(error.column()) + ":";
    EXPECT_TRUE(GetParam().error.starts_with(place)) << place;
  }
}

const std::string all_keys = "CN, subject, issuer, dns, uri, email, fingerprint, uid, gid, transport, address";

INSTANTIATE_TEST_SUITE_P(
    All, WrongRules,
    testing::Values(
        Wrong{"alow *", "1:1: expected allow or deny, not 'alow'; did you mean allow?"},
        Wrong{"# c\n\n  permit *", "3:3: expected allow or deny, not 'permit'"},
        Wrong{"allow", "1:6: expected a caller to allow, such as CN=NAME, uid=USER or *"},
        Wrong{"deny # all", "1:5: expected a caller to deny, such as CN=NAME, uid=USER or *"},
        Wrong{"allow call A::b", "1:7: expected a caller to allow, such as CN=NAME, uid=USER or *"},
        Wrong{"allow * uid=0", "1:7: expected '*' alone: it matches every caller"},
        Wrong{"allow uid=0 *", "1:7: expected '*' alone: it matches every caller"},
        Wrong{"allow anonymus",
              "1:7: expected KEY=VALUE, anonymous, * or call, not 'anonymus'; did you mean anonymous?"},
        Wrong{"allow cn=a", "1:7: expected one of " + all_keys + " before the '=', not 'cn'; did you mean CN?"},
        Wrong{"allow * cal A::b", "1:9: expected KEY=VALUE, anonymous, * or call, not 'cal'; did you mean call?"},
        Wrong{"allow poa=RootPOA",
              "1:7: expected one of " + all_keys + " before the '=', not 'poa'; poa= belongs after call"},
        Wrong{"allow CN=", "1:10: expected a value after CN="},
        Wrong{"allow uid=no-such-user-here",
              "1:11: expected a user's number or name; this machine knows no user 'no-such-user-here'"},
        Wrong{"allow uid=4294967296",
              "1:11: expected a user's number or name; this machine knows no user '4294967296'"},
        Wrong{"allow gid=no-such-group-here",
              "1:11: expected a group's number or name; this machine knows no group 'no-such-group-here'"},
        Wrong{"allow transport=tcpp",
              "1:17: expected tcp, tls, unix, shm, udp or multicast, not 'tcpp'; did you mean tcp?"},
        Wrong{"allow address=10.0.0",
              "1:15: expected an address such as 10.0.0.7 or fd00::7, or a network such as 10.0.0.0/8"},
        Wrong{"allow address=10.0.0.0/33", "1:15: expected a number of bits from 0 to 32 after the '/'"},
        Wrong{"allow address=fd00::/129", "1:15: expected a number of bits from 0 to 128 after the '/'"},
        Wrong{"allow address=10.0.0.7/8",
              "1:15: the address has bits set after its first 8; the network is 10.0.0.0/8"},
        Wrong{"allow address=fe80::1%lo",
              "1:15: expected an address such as 10.0.0.7 or fd00::7, or a network such as 10.0.0.0/8"},
        Wrong{"allow fingerprint=ab", "1:19: expected the 64 hexadecimal digits of a SHA-256 fingerprint, not 2"},
        Wrong{"allow fingerprint=axb", "1:20: expected a hexadecimal digit of a SHA-256 fingerprint"},
        Wrong{"allow fingerprint=a:b", "1:20: expected a hexadecimal digit of a SHA-256 fingerprint"},
        Wrong{"allow * call", "1:13: expected Interface::operation or poa=PATH after call"},
        Wrong{"allow * call start", "1:14: expected Interface::operation, poa=PATH or *, not 'start'"},
        Wrong{"allow * call A::", "1:14: expected Interface::operation, poa=PATH or *, not 'A::'"},
        Wrong{"allow * call ::b", "1:14: expected Interface::operation, poa=PATH or *, not '::b'"},
        Wrong{"allow * call poa=", "1:18: expected a path after poa=, such as RootPOA/Plant"},
        Wrong{"allow subject=\"CN=a", "1:15: unterminated '\"'"},
        Wrong{"allow CN=a\\", "1:11: expected a character after the backslash"},
        Wrong{std::string("allow CN=a\0b", 12), "1:11: unexpected control character"}));

TEST(RuleParser, RefusesALongFile) {
  EXPECT_THROW(rules(std::string(file_octets_max + 1, '\n')), AccessRulesError);
  EXPECT_TRUE(rules(std::string(file_octets_max, '\n')).empty());
}

}  // namespace
}  // namespace dimma::access
