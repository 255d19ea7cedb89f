#include "idl/tree/repository_ids.hpp"

#include <gtest/gtest.h>

#include "unit/idl/checked.hpp"

namespace dimma::idl::test {
namespace {

std::string id(const Checked& checked, const std::string& name) {
  const Declaration* found = checked.find(name);
  return found == nullptr ? "(none)\n" + checked.diagnostics.render_all() : found->repository_id;
}

TEST(RepositoryIds, DefaultFormat) {
  const Checked checked("module A { interface B { void op(); struct S { long x; }; }; };");
  EXPECT_EQ(id(checked, "A"), "IDL:A:1.0");
  EXPECT_EQ(id(checked, "A::B"), "IDL:A/B:1.0");
  EXPECT_EQ(id(checked, "A::B::op"), "IDL:A/B/op:1.0");
  EXPECT_EQ(id(checked, "A::B::S"), "IDL:A/B/S:1.0");
}

TEST(RepositoryIds, EscapesAreNotPartOfThem) {
  EXPECT_EQ(id(Checked("interface _interface { };"), "interface"), "IDL:interface:1.0");
}

// The example of CORBA 3, 10.7.5.2.
TEST(RepositoryIds, PrefixesHoldToTheEndOfTheirScope) {
  const Checked checked(R"(
    module M1 {
      typedef long T1;
      typedef long T2;
#pragma ID T2 "DCE:d62207a2-011e-11ce-88b4-0800090b5d3e:3"
    };
#pragma prefix "P1"
    module M2 {
      module M3 {
#pragma prefix "P2"
        typedef long T3;
      };
      typedef long T4;
#pragma version T4 2.4
    };)");
  EXPECT_EQ(id(checked, "M1::T1"), "IDL:M1/T1:1.0");
  EXPECT_EQ(id(checked, "M1::T2"), "DCE:d62207a2-011e-11ce-88b4-0800090b5d3e:3");
  EXPECT_EQ(id(checked, "M2::M3"), "IDL:P1/M2/M3:1.0");
  EXPECT_EQ(id(checked, "M2::M3::T3"), "IDL:P2/M3/T3:1.0");
  EXPECT_EQ(id(checked, "M2::T4"), "IDL:P1/M2/T4:2.4");
}

TEST(RepositoryIds, PrefixesDoNotCrossFiles) {
  MemoryReader others;
  others.add("a.idl", "struct Before { long x; };\n#pragma prefix \"inner\"\nstruct After { long x; };\n");
  const Checked checked(
      "#pragma prefix \"outer\"\nstruct One { long x; };\n#include \"a.idl\"\nstruct Two { long x; };\n", others);
  EXPECT_EQ(id(checked, "One"), "IDL:outer/One:1.0");
  EXPECT_EQ(id(checked, "Before"), "IDL:Before:1.0");
  EXPECT_EQ(id(checked, "After"), "IDL:inner/After:1.0");
  EXPECT_EQ(id(checked, "Two"), "IDL:outer/Two:1.0");
}

TEST(RepositoryIds, AnEmptyPrefixEndsOne) {
  const Checked checked("#pragma prefix \"p\"\ntypedef long A;\n#pragma prefix \"\"\ntypedef long B;");
  EXPECT_EQ(id(checked, "A"), "IDL:p/A:1.0");
  EXPECT_EQ(id(checked, "B"), "IDL:B:1.0");
}

TEST(RepositoryIds, ForwardDeclarationsShareTheirId) {
  const Checked checked("interface A;\n#pragma version A 3.1\ninterface A { };");
  EXPECT_EQ(id(checked, "A"), "IDL:A:3.1");
}

TEST(RepositoryIds, Typeid) {
  const Checked checked("module M { interface A { }; }; typeid M::A \"IDL:x/A:2.0\";");
  EXPECT_EQ(id(checked, "M::A"), "IDL:x/A:2.0");
}

TEST(RepositoryIds, TypeprefixCoversTheWholeScope) {
  const Checked checked(
      "module Shop { module M { interface A { void f(); }; interface B { };\n#pragma ID B \"IDL:kept:1.0\"\n};\n"
      "typeprefix M \"p.org\"; module M { interface C { }; }; interface D { }; };");
  EXPECT_EQ(id(checked, "Shop"), "IDL:Shop:1.0");
  EXPECT_EQ(id(checked, "Shop::M"), "IDL:p.org/Shop/M:1.0");
  EXPECT_EQ(id(checked, "Shop::M::A"), "IDL:p.org/Shop/M/A:1.0");
  EXPECT_EQ(id(checked, "Shop::M::A::f"), "IDL:p.org/Shop/M/A/f:1.0");
  EXPECT_EQ(id(checked, "Shop::M::B"), "IDL:kept:1.0");
  EXPECT_EQ(id(checked, "Shop::M::C"), "IDL:p.org/Shop/M/C:1.0");
  EXPECT_EQ(id(checked, "Shop::D"), "IDL:Shop/D:1.0");
}

TEST(RepositoryIds, TypeprefixWithinItsOwnScope) {
  const Checked checked("module M { typeprefix M \"p\"; typedef long T; };");
  EXPECT_EQ(id(checked, "M::T"), "IDL:p/M/T:1.0");
}

TEST(RepositoryIds, TypeprefixOfAScopeAround) {
  const Checked checked(
      "module A { module B { interface Before { }; typeprefix A \"x\"; interface After { void f(); }; };\n"
      "module B { interface Again { }; }; };");
  EXPECT_EQ(id(checked, "A::B::Before"), "IDL:x/A/B/Before:1.0");
  EXPECT_EQ(id(checked, "A::B::After"), "IDL:x/A/B/After:1.0");
  EXPECT_EQ(id(checked, "A::B::After::f"), "IDL:x/A/B/After/f:1.0");
  EXPECT_EQ(id(checked, "A::B::Again"), "IDL:x/A/B/Again:1.0");
}

}  // namespace
}  // namespace dimma::idl::test
