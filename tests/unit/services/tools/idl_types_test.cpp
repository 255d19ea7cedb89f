// The types that `dimma call --idl` makes of an IDL file, compared with those of the IDL compiler.
#include "services/tools/call/signature.hpp"
#include "services/tools/common/command.hpp"

#include "everything.hpp"
#include "types.hpp"
#include "valuetypes.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace {

using dimma::tools::UsageError;
using dimma::tools::call::signatures_of_idl;
using dimma::tools::call::SignatureSource;

class IdlTypes : public testing::Test {
 protected:
  std::unique_ptr<SignatureSource> source(const std::string& file) {
    return signatures_of_idl(orb_, {.file = std::string(DIMMA_TEST_IDL) + "/" + file});
  }
  std::unique_ptr<SignatureSource> source_of(const std::string& text) {
    const std::string path = testing::TempDir() + "idl_types_test.idl";
    std::ofstream(path) << text;
    return signatures_of_idl(orb_, {.file = path});
  }
  ~IdlTypes() override { orb_->destroy(); }

  CORBA::object_reference<CORBA::ORB> orb_ = CORBA::ORB_init();
};

#define EXPECT_SAME(SOURCE, NAMESPACE, NAME)                                        \
  do {                                                                              \
    const auto type = (SOURCE)->type(#NAMESPACE "::" #NAME);                        \
    ASSERT_TRUE(type) << #NAME;                                                     \
    EXPECT_TRUE(type->equal(NAMESPACE::_tc_##NAME)) << #NAME;                       \
    EXPECT_TRUE((SOURCE)->type(NAMESPACE::_tc_##NAME->id())->equal(type)) << #NAME; \
  } while (false)

TEST_F(IdlTypes, AreThoseOfTheCompiler) {
  const auto everything = source("everything.idl");
  EXPECT_SAME(everything, Everything, Mixed);
  EXPECT_SAME(everything, Everything, Person);
  EXPECT_SAME(everything, Everything, Tree);
  EXPECT_SAME(everything, Everything, Chain);
  EXPECT_SAME(everything, Everything, Holder);
  EXPECT_SAME(everything, Everything, Cube);
  EXPECT_SAME(everything, Everything, Names);
  EXPECT_SAME(everything, Everything, BoundedPersons);
  EXPECT_SAME(everything, Everything, Rich);
  EXPECT_SAME(everything, Everything, Offer);
  const auto types = source("types.idl");
  EXPECT_SAME(types, Types, Choice);
  EXPECT_SAME(types, Types, ByBoolean);
  EXPECT_SAME(types, Types, ByChar);
  EXPECT_SAME(types, Types, ByShort);
  EXPECT_SAME(types, Types, ByUlongLong);
  EXPECT_SAME(types, Types, BySuit);
  EXPECT_SAME(types, Types, Tree);
  EXPECT_SAME(types, Types, Unions);
  EXPECT_SAME(types, Types, Wide);
  EXPECT_SAME(types, Types, Anys);
  const auto values = source("valuetypes.idl");
  EXPECT_SAME(values, Estate, Node);
  EXPECT_SAME(values, Estate, Ring);
  EXPECT_SAME(values, Estate, Account);
  EXPECT_SAME(values, Estate, NamesBox);
  EXPECT_SAME(values, Estate, Holder);
  EXPECT_SAME(values, Estate, Notice);
  EXPECT_FALSE(values->type("Estate::Nothing"));
}

TEST_F(IdlTypes, MayHoldEachOther) {
  const auto source = source_of(
      "struct A; struct B; typedef sequence<A> As; typedef sequence<B> Bs;\n"
      "struct A { As own; Bs others; }; struct B { As others; Bs own; long last; };\n"
      "struct Both { A one; B two; A again; };\n"
      "typedef map<string, long> Counts; bitmask Flags { one, two };\n");
  const auto both = source->type("Both");
  EXPECT_EQ(both->member_count(), 3U);
  EXPECT_TRUE(both->member_type(0)->equal(source->type("A")));
  EXPECT_TRUE(both->member_type(1)->equal(source->type("B")));
  EXPECT_EQ(source->type("Counts")->content_type()->content_type()->member_name(0), "key");
  EXPECT_TRUE(source->type("Flags"));
}

TEST_F(IdlTypes, ATypeWithoutATypeCodeIsRefusedByName) {
  const auto source = source_of("struct S { @optional long x; };");
  try {
    source->type("S");
    FAIL();
  } catch (const UsageError& refused) {
    EXPECT_NE(std::string(refused.what()).find("S::x is @optional"), std::string::npos) << refused.what();
  }
  EXPECT_THROW(source_of("interface A {"), UsageError);
}

TEST_F(IdlTypes, OperationsAreFoundByTheirInterface) {
  const auto source = source_of(
      "interface A { void f(); long g(in long a, inout string b, out double c); };\n"
      "interface B : A { attribute short x; readonly attribute short y; };\n"
      "interface C { void f(in long x); };\n");
  const auto object = orb_->string_to_object("corbaloc::127.0.0.1:1/X");
  const auto g = source->find(object, "", "g");
  ASSERT_EQ(g.parameters.size(), 3U);
  EXPECT_EQ(g.parameters[1].flags, CORBA::ARG_INOUT);
  EXPECT_EQ(g.parameters[2].flags, CORBA::ARG_OUT);
  EXPECT_EQ(source->find(object, "B", "f").parameters.size(), 0U);
  EXPECT_EQ(source->find(object, "IDL:C:1.0", "f").parameters.size(), 1U);
  EXPECT_EQ(source->find(object, "", "_set_x").parameters.size(), 1U);
  EXPECT_THROW(source->find(object, "", "_set_y"), UsageError);
  EXPECT_THROW(source->find(object, "", "h"), UsageError);
  EXPECT_THROW(source->find(object, "D", "f"), UsageError);
}

}  // namespace
