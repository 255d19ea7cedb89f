// The types of arguments and results, as in the mapping's table (formal/2012-07-02, 4.22), and how stubs and skeletons
// hold them.
#include <gtest/gtest.h>

#include <string>

#include "idl/emit/classic/types/argument_types.hpp"
#include "idl/emit/classic/types/holders.hpp"
#include "unit/idl/checked.hpp"

namespace dimma::idl::classic {

namespace {

constexpr const char* declarations = R"(
  #include <orb.idl>
  enum Colour { red };
  typedef long Count;
  typedef string Name;
  interface Echo {};
  typedef Echo Voice;
  struct Point { long x; };
  struct Item { string title; };
  union Number switch (long) { case 1: long whole; };
  union Word switch (long) { case 1: string text; };
  typedef sequence<long> Longs;
  typedef Longs Numbers;
  typedef long Row[3];
  typedef string Words[2];
  typedef Words Pair;
  typedef any Value;
  typedef CORBA::TypeCode Kind;
)";

struct Passed {
  const char* name;
  const char* idl;
  const char* in;
  const char* inout;
  const char* out;
  const char* result;
};

class Arguments : public testing::TestWithParam<Passed> {};

TEST_P(Arguments, HaveTheTypesOfTheTable) {
  const std::string type = GetParam().idl;
  const test::Checked checked(declarations + ("interface User { " + type + " op(in " + type + " a); };"));
  const auto& operation = checked.get<Operation>("User::op");
  EXPECT_EQ(in_type(*operation.result), GetParam().in);
  EXPECT_EQ(inout_type(*operation.result), GetParam().inout);
  EXPECT_EQ(out_type(*operation.result), GetParam().out);
  EXPECT_EQ(return_type(*operation.result), GetParam().result);
  EXPECT_EQ(parameter_type(*operation.result, Direction::InOut), GetParam().inout);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Arguments,
    testing::Values(Passed{"Number", "long", "::CORBA::Long", "::CORBA::Long&", "::CORBA::Long_out", "::CORBA::Long"},
                    Passed{"Boolean", "boolean", "::CORBA::Boolean", "::CORBA::Boolean&", "::CORBA::Boolean_out",
                           "::CORBA::Boolean"},
                    Passed{"Alias", "Count", "::Count", "::Count&", "::Count_out", "::Count"},
                    Passed{"Enum", "Colour", "::Colour", "::Colour&", "::Colour_out", "::Colour"},
                    Passed{"String", "string", "const char*", "char*&", "::CORBA::String_out", "char*"},
                    Passed{"AliasOfString", "Name", "const char*", "::Name&", "::CORBA::String_out", "::Name"},
                    Passed{"WideString", "wstring", "const ::CORBA::WChar*", "::CORBA::WChar*&", "::CORBA::WString_out",
                           "::CORBA::WChar*"},
                    Passed{"Object", "Object", "::CORBA::Object_ptr", "::CORBA::Object_ptr&", "::CORBA::Object_out",
                           "::CORBA::Object_ptr"},
                    Passed{"Interface", "Echo", "::Echo_ptr", "::Echo_ptr&", "::Echo_out", "::Echo_ptr"},
                    Passed{"AliasOfInterface", "Voice", "::Voice_ptr", "::Voice_ptr&", "::Voice_out", "::Voice_ptr"},
                    Passed{"FixedStruct", "Point", "const ::Point&", "::Point&", "::Point_out", "::Point"},
                    Passed{"VariableStruct", "Item", "const ::Item&", "::Item&", "::Item_out", "::Item*"},
                    Passed{"FixedUnion", "Number", "const ::Number&", "::Number&", "::Number_out", "::Number"},
                    Passed{"VariableUnion", "Word", "const ::Word&", "::Word&", "::Word_out", "::Word*"},
                    Passed{"Sequence", "Longs", "const ::Longs&", "::Longs&", "::Longs_out", "::Longs*"},
                    Passed{"AliasOfSequence", "Numbers", "const ::Numbers&", "::Numbers&", "::Numbers_out",
                           "::Numbers*"},
                    Passed{"FixedArray", "Row", "const ::Row", "::Row", "::Row_out", "::Row_slice*"},
                    Passed{"VariableArray", "Words", "const ::Words", "::Words", "::Words_out", "::Words_slice*"},
                    Passed{"AliasOfArray", "Pair", "const ::Pair", "::Pair", "::Pair_out", "::Pair_slice*"},
                    Passed{"Any", "any", "const ::CORBA::Any&", "::CORBA::Any&", "::CORBA::Any_out", "::CORBA::Any*"},
                    Passed{"AliasOfAny", "Value", "const ::Value&", "::Value&", "::Value_out", "::Value*"},
                    Passed{"TypeCode", "CORBA::TypeCode", "::CORBA::TypeCode_ptr", "::CORBA::TypeCode_ptr&",
                           "::CORBA::TypeCode_out", "::CORBA::TypeCode_ptr"},
                    Passed{"AliasOfTypeCode", "Kind", "::Kind_ptr", "::Kind_ptr&", "::Kind_out", "::Kind_ptr"}),
    [](const auto& tested) { return std::string(tested.param.name); });

Holder stub_holder_of(const std::string& type, Role role) {
  const test::Checked checked(declarations + ("interface User { " + type + " op(); };"));
  return stub_holder(*checked.get<Operation>("User::op").result, role, "text", "_text");
}

Holder skeleton_holder_of(const std::string& type, Role role) {
  const test::Checked checked(declarations + ("interface User { " + type + " op(); };"));
  return skeleton_holder(*checked.get<Operation>("User::op").result, role, "_text");
}

TEST(StubHolder, KeepsStringUntilReplyHasBeenRead) {
  const Holder out = stub_holder_of("string", Role::Out);
  EXPECT_EQ(out.declaration, "::CORBA::String_var _text;");
  EXPECT_EQ(out.write, "");
  EXPECT_EQ(out.read, "_text = _in.get_string();");
  EXPECT_EQ(out.finish, "text = _text._retn();");
}

TEST(StubHolder, FreesStringThatCallerHasSent) {
  const Holder inout = stub_holder_of("string<5>", Role::InOut);
  EXPECT_EQ(inout.write, "_out.put_string(text, 5);");
  EXPECT_EQ(inout.read, "_text = _in.get_string(5);");
  EXPECT_EQ(inout.finish, "::CORBA::string_free(text);\ntext = _text._retn();");
}

TEST(StubHolder, ReplacesSequenceAtTheEnd) {
  const Holder inout = stub_holder_of("Longs", Role::InOut);
  EXPECT_EQ(inout.declaration, "::Longs _text;");
  EXPECT_EQ(inout.finish, "text = ::std::move(_text);");
}

TEST(StubHolder, ReadsNumberInPlace) {
  const Holder out = stub_holder_of("long", Role::Out);
  EXPECT_EQ(out.declaration, "");
  EXPECT_EQ(out.read, "::dimma::classic::codec< ::CORBA::Long>::read(_in, text);");
  EXPECT_EQ(out.finish, "");
}

TEST(StubHolder, AllocatesArrayThatIsReturned) {
  const Holder result = stub_holder_of("Row", Role::Result);
  EXPECT_EQ(result.declaration, "::Row_var _text(::Row_alloc());");
  EXPECT_EQ(result.read, "::dimma::classic::read_array(_in, &_text.inout()[0], 3);");
  EXPECT_EQ(result.finish, "return _text._retn();");
}

TEST(SkeletonHolder, PassesOutArgumentOfVariableLengthByPointer) {
  const Holder out = skeleton_holder_of("Item", Role::Out);
  EXPECT_EQ(out.declaration, "::Item_var _text;");
  EXPECT_EQ(out.read, "");
  EXPECT_EQ(out.argument, "_text.out()");
  EXPECT_EQ(out.write, "::dimma::classic::codec< ::Item>::write(_out, _text.in());");
}

TEST(SkeletonHolder, PassesInArgumentOfVariableLengthByReference) {
  const Holder in = skeleton_holder_of("Item", Role::In);
  EXPECT_EQ(in.declaration, "::Item _text;");
  EXPECT_EQ(in.read, "::dimma::classic::codec< ::Item>::read(_in, _text);");
  EXPECT_EQ(in.argument, "_text");
  EXPECT_EQ(in.write, "");
}

TEST(SkeletonHolder, OwnsTypeCode) {
  const Holder out = skeleton_holder_of("Kind", Role::InOut);
  EXPECT_EQ(out.declaration, "::Kind_var _text;");
  EXPECT_EQ(out.read, "_text = ::dimma::classic::read_typecode(_in);");
  EXPECT_EQ(out.write, "::dimma::classic::write_typecode(_out, _text.in());");
}

TEST(SkeletonHolder, OwnsReference) {
  const Holder inout = skeleton_holder_of("Echo", Role::InOut);
  EXPECT_EQ(inout.declaration, "::Echo_var _text;");
  EXPECT_EQ(inout.read, "_text = _in.get_object< ::Echo>();");
  EXPECT_EQ(inout.argument, "_text.inout()");
  EXPECT_EQ(inout.write, "_out.put_object(_text.in());");
}

}  // namespace

}  // namespace dimma::idl::classic
