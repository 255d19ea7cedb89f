#include <gtest/gtest.h>

#include "unit/idl/checked.hpp"

namespace dimma::idl::test {
namespace {

TEST(SyntaxTree, ModulesKeepTheirOpenings) {
  const Checked checked("module M { typedef long A; }; typedef M::A B; module M { typedef A C; };");
  ASSERT_TRUE(checked.specification) << checked.diagnostics.render_all();
  const auto& contents = checked.specification->contents;
  ASSERT_EQ(contents.size(), 3U);
  const auto& first = as<Module>(*contents[0]);
  const auto& second = as<Module>(*contents[2]);
  EXPECT_EQ(first.first_opening, &first);
  EXPECT_EQ(second.first_opening, &first);
  ASSERT_EQ(second.contents.size(), 1U);
  EXPECT_EQ(second.contents[0]->enclosing, &second);
  const auto& type = as<NamedType>(*as<Typedef>(*second.contents[0]).type);
  EXPECT_EQ(type.declaration, first.contents[0]);
  EXPECT_EQ(type.written, "A");
}

TEST(SyntaxTree, ModuleCorbaOpensLikeAnyOther) {
  const Checked checked(
      "#pragma prefix \"omg.org\"\nmodule CORBA { typedef TypeCode Code; }; module CORBA { typedef Code More; };");
  ASSERT_TRUE(checked.specification) << checked.diagnostics.render_all();
  const auto& contents = checked.specification->contents;
  const auto& first = as<Module>(*contents.at(contents.size() - 2));
  const auto& second = as<Module>(*contents.back());
  EXPECT_EQ(first.first_opening, contents.front());  // the part in orb.idl, which is read first
  EXPECT_EQ(second.first_opening, contents.front());
  EXPECT_EQ(first.scoped_name, std::vector<std::string>{"CORBA"});
  EXPECT_EQ(as<BasicType>(*as<Typedef>(*first.contents.at(0)).type).basic, BasicKind::TypeCode);
}

TEST(SyntaxTree, ForwardDeclarationsShareTheirEntity) {
  const Checked checked("interface A; struct S { A x; }; interface A { void f(); };");
  const auto& contents = checked.specification->contents;
  const auto& forward = as<ForwardDeclaration>(*contents.at(0));
  EXPECT_EQ(forward.target, contents.at(2));
  const auto& member = *checked.get<Struct>("S").members.at(0);
  EXPECT_EQ(named_declaration(*member.type), contents.at(2));
  EXPECT_EQ(as<Interface>(*contents[2]).range.begin.column, 43U);
}

TEST(SyntaxTree, AliasesStayVisible) {
  const Checked checked("typedef long A; typedef A B; typedef sequence<B, 3> C; struct S { C x[2]; };");
  const Type& type = *checked.get<Struct>("S").members.at(0)->type;
  const auto& array = as<ArrayType>(type);
  EXPECT_EQ(array.dimensions, std::vector<std::uint64_t>{2});
  EXPECT_EQ(as<NamedType>(*array.element).declaration->identifier, "C");
  const auto& sequence = as<SequenceType>(resolve_aliases(*array.element));
  EXPECT_EQ(sequence.bound, 3U);
  EXPECT_EQ(as<NamedType>(*sequence.element).declaration->identifier, "B");
  EXPECT_EQ(as<BasicType>(resolve_aliases(*sequence.element)).basic, BasicKind::Long);
}

TEST(SyntaxTree, OperationsAndAttributes) {
  const Checked checked(
      "exception E { long code; };"
      "interface I { oneway void a(in string<5> x); long b(in long p, inout short q, out double r) raises (E);"
      " readonly attribute long c raises (E); attribute string d, g; attribute long f getraises (E) setraises (E); };");
  const auto& a = checked.get<Operation>("I::a");
  EXPECT_TRUE(a.is_oneway);
  EXPECT_EQ(as<StringType>(*a.parameters.at(0)->type).bound, 5U);
  const auto& b = checked.get<Operation>("I::b");
  EXPECT_EQ(as<BasicType>(*b.result).basic, BasicKind::Long);
  ASSERT_EQ(b.parameters.size(), 3U);
  EXPECT_EQ(b.parameters[0]->direction, Direction::In);
  EXPECT_EQ(b.parameters[1]->direction, Direction::InOut);
  EXPECT_EQ(b.parameters[2]->direction, Direction::Out);
  EXPECT_EQ(b.parameters[2]->scoped_name, (std::vector<std::string>{"I", "b", "r"}));
  EXPECT_EQ(b.raises, std::vector<const Declaration*>{checked.find("E")});
  EXPECT_TRUE(checked.get<Attribute>("I::c").is_readonly);
  EXPECT_EQ(checked.get<Attribute>("I::c").get_raises.size(), 1U);
  EXPECT_FALSE(checked.get<Attribute>("I::g").is_readonly);
  EXPECT_EQ(checked.get<Attribute>("I::f").set_raises.size(), 1U);
}

TEST(SyntaxTree, BasesComeEachOnceAndBeforeTheirDerived) {
  const Checked checked("interface A { }; interface B : A { }; interface C : A { }; interface D : B, C { };");
  const auto bases = all_bases(checked.get<Interface>("D"));
  ASSERT_EQ(bases.size(), 3U);
  EXPECT_EQ(bases[0]->identifier, "A");
  EXPECT_EQ(bases[1]->identifier, "B");
  EXPECT_EQ(bases[2]->identifier, "C");
}

TEST(SyntaxTree, NestedTypesStandBeforeWhatUsesThem) {
  const Checked checked(
      "struct S { struct T { long x; } inner; enum E { a, b } kind; }; typedef struct P { long y; } Q;");
  EXPECT_FALSE(checked.diagnostics.has_errors());
  const auto& s = checked.get<Struct>("S");
  ASSERT_EQ(s.nested_types.size(), 2U);
  EXPECT_EQ(s.nested_types[0]->full_name(), "S::T");
  EXPECT_EQ(as<Enum>(*s.nested_types[1]).enumerators.at(1)->full_name(), "S::b");
  ASSERT_EQ(checked.specification->contents.size(), 3U);
  EXPECT_EQ(checked.specification->contents[1]->identifier, "P");
  EXPECT_EQ(checked.specification->contents[2]->identifier, "Q");
}

TEST(SyntaxTree, Unions) {
  const Checked checked(
      "enum E { a, b, c }; union U switch (E) { case a: case b: long x; default: string y; };"
      "union V switch (boolean) { case TRUE: long x; case FALSE: long y; };");
  const auto& u = checked.get<Union>("U");
  ASSERT_EQ(u.branches.size(), 2U);
  EXPECT_EQ(u.branches[0]->labels.size(), 2U);
  EXPECT_EQ(std::get<const Enumerator*>(u.branches[0]->labels[1])->identifier, "b");
  EXPECT_TRUE(u.branches[1]->is_default);
  EXPECT_TRUE(u.has_default);
  EXPECT_FALSE(u.labels_cover_all);
  EXPECT_TRUE(checked.get<Union>("V").labels_cover_all);
}

TEST(SyntaxTree, IncludesAreTold) {
  MemoryReader others;
  others.add("dir/a.idl", "#include \"b.idl\"\nstruct A { B b1; };\n");
  others.add("dir/b.idl", "struct B { long x; };\n");
  const Checked checked("#include \"dir/a.idl\"\nstruct C { A a1; };\n", others);
  ASSERT_TRUE(checked.specification) << checked.diagnostics.render_all();
  const auto& inclusions = checked.specification->inclusions;
  ASSERT_EQ(inclusions.size(), 2U);
  EXPECT_EQ(inclusions[0].written, "dir/a.idl");
  EXPECT_TRUE(inclusions[0].from_main_file);
  EXPECT_TRUE(inclusions[0].at_global_scope);
  EXPECT_EQ(inclusions[1].written, "b.idl");
  EXPECT_FALSE(inclusions[1].from_main_file);
  EXPECT_FALSE(checked.find("A")->from_main_file);
  EXPECT_TRUE(checked.find("C")->from_main_file);
  EXPECT_EQ(checked.find("A")->file, inclusions[0].file);
  EXPECT_EQ(checked.find("B")->file, inclusions[1].file);
  EXPECT_EQ(checked.find("C")->file, checked.specification->main_file);
}

TEST(SyntaxTree, ValueTypes) {
  const Checked checked(
      "interface I { }; valuetype A { public long x; private string y; factory make(in long v); };"
      "valuetype B : truncatable A supports I { void f(); }; valuetype C sequence<octet>; custom valuetype D { };");
  const auto& a = checked.get<ValueType>("A");
  ASSERT_EQ(a.contents.size(), 3U);
  EXPECT_EQ(as<Member>(*a.contents[0]).visibility, Visibility::Public);
  EXPECT_EQ(as<Member>(*a.contents[1]).visibility, Visibility::Private);
  EXPECT_EQ(as<Initializer>(*a.contents[2]).parameters.size(), 1U);
  const auto& b = checked.get<ValueType>("B");
  EXPECT_TRUE(b.is_truncatable);
  EXPECT_EQ(b.bases, std::vector<const ValueType*>{&a});
  EXPECT_EQ(b.supports.size(), 1U);
  EXPECT_EQ(checked.get<ValueBox>("C").boxed->kind, TypeKind::Sequence);
  EXPECT_TRUE(checked.get<ValueType>("D").is_custom);
}

TEST(SyntaxTree, Annotations) {
  const Checked checked(
      "@final @extensibility(APPENDABLE) struct S { @key @id(7) long x; @range(min = -1, max = 1 + 1) short y; };"
      "enum E { @value(3) a, b }; @bit_bound(8) bitmask M { p, @position(5) q, r };"
      "bitset T { bitfield<3> a; bitfield<2>; bitfield<4> b; };");
  const auto& s = checked.get<Struct>("S");
  ASSERT_NE(s.annotation("final"), nullptr);
  EXPECT_EQ(s.annotation("extensibility")->arguments.at(0).text, "APPENDABLE");
  EXPECT_NE(s.members[0]->annotation("key"), nullptr);
  EXPECT_EQ(std::get<std::int64_t>(s.members[0]->annotation("id")->arguments.at(0).value), 7);
  const Annotation& range = *s.members[1]->annotation("range");
  EXPECT_EQ(range.arguments.at(0).name, "min");
  EXPECT_EQ(std::get<std::int64_t>(range.arguments.at(1).value), 2);
  EXPECT_EQ(checked.get<Enum>("E").enumerators.at(1)->value, 4U);
  const auto& mask = checked.get<Bitmask>("M");
  EXPECT_EQ(mask.bit_bound, 8U);
  EXPECT_EQ(mask.values.at(2)->position, 6U);
  const auto& bits = checked.get<Bitset>("T");
  EXPECT_EQ(bits.bit_count, 9U);
  EXPECT_EQ(bits.fields.at(1)->position, 5U);
}

// --case-sensitive, for IDL from compilers that do not check the case of letters.
TEST(SyntaxTree, LetterCaseCountsWhereItIsAskedFor) {
  const std::string text = "enum Kind { big }; struct Thing { Kind kind; long Long; long KIND; }; interface thing { };";
  EXPECT_EQ(Checked(text).specification, nullptr);
  const Checked checked(text, LetterCase::Counts);
  EXPECT_EQ(checked.messages(),
            std::vector<std::string>{"warning: 'Long' differs only in case from the keyword 'long'; write '_Long' to "
                                     "use it as a name"});
  EXPECT_EQ(checked.get<Struct>("Thing").members.size(), 3U);
  EXPECT_EQ(Checked("struct S { long a; long a; };", LetterCase::Counts).specification, nullptr);
  EXPECT_EQ(Checked("typedef long Kind; typedef kind Other;", LetterCase::Counts).specification, nullptr);
}

}  // namespace
}  // namespace dimma::idl::test
