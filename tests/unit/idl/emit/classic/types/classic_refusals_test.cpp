// Features that the classic mapping does not have yet are refused by name and place, and nothing is generated.
#include <gtest/gtest.h>

#include <string>

#include "idl/emit/classic/emit_classic.hpp"
#include "unit/idl/checked.hpp"

namespace {

struct Refusal {
  const char* name;
  const char* idl;
  const char* message;  // the first line that is printed
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, IsReportedByNameAndPlace) {
  dimma::idl::test::Checked checked(GetParam().idl);
  ASSERT_NE(checked.specification, nullptr) << checked.diagnostics.render_all();
  const auto files = dimma::idl::emit_classic(*checked.specification, {}, checked.diagnostics);
  EXPECT_TRUE(files.empty());
  const std::string messages = checked.diagnostics.render_all();
  EXPECT_NE(messages.find(GetParam().message + std::string(" is not supported yet by the classic mapping\n")),
            std::string::npos)
      << messages;
}

INSTANTIATE_TEST_SUITE_P(
    Features, Refused,
    testing::Values(
        Refusal{"Member", "struct S { int8 held; };", "test.idl:1:12: error: 'int8'"},
        Refusal{"WithinSequence", "typedef sequence<uint8> Levels;", "test.idl:1:18: error: 'uint8'"},
        Refusal{"Argument", "typedef int8 Level; interface I { void f(in Level a); };", "test.idl:1:9: error: 'int8'"},
        Refusal{"MemberOfException", "exception E { int8 a; };", "test.idl:1:15: error: 'int8'"},
        Refusal{"MemberOfUnion", "union U switch (long) { case 1: int8 a; };", "test.idl:1:33: error: 'int8'"},
        Refusal{"Map", "typedef map<long, string> Names;", "test.idl:1:9: error: 'map'"},
        Refusal{"Int8", "typedef int8 Small;", "test.idl:1:9: error: 'int8'"},
        Refusal{"CustomValuetype", "custom valuetype V { public long a; };",
                "test.idl:1:18: error: custom valuetype 'V'"},
        Refusal{"MemberOfValuetype", "valuetype V { public map<long, string> a; };", "test.idl:1:22: error: 'map'"},
        Refusal{"ArgumentOfFactory", "valuetype V { factory make(in int8 a); };", "test.idl:1:31: error: 'int8'"},
        Refusal{"ValueBox", "valuetype V int8;", "test.idl:1:13: error: 'int8'"},
        Refusal{"Context", "interface I { void f() context (\"A\"); };",
                "test.idl:1:20: error: context of operation 'I::f'"},
        Refusal{"Native", "native N;", "test.idl:1:8: error: native type 'N'"},
        Refusal{"Bitmask", "bitmask M { one };", "test.idl:1:9: error: bitmask 'M'"},
        Refusal{"Bitset", "bitset B { bitfield<3> a; };", "test.idl:1:8: error: bitset 'B'"},
        Refusal{"StructWithBase", "struct S { long a; }; struct T : S { long b; };",
                "test.idl:1:30: error: the base of struct 'T'"},
        Refusal{"Optional", "struct S { @optional long a; };", "test.idl:1:12: error: annotation '@optional'"},
        Refusal{"ValuesOfEnum", "enum E { @value(3) a, b };", "test.idl:1:6: error: annotation '@value' of enum 'E'"},
        Refusal{"Loaned", "@loaned typedef sequence<octet> Frame;",
                "test.idl:1:17: error: a loaned sequence (@loaned)"}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
