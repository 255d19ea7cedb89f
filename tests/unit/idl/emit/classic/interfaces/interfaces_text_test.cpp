// The parts of the code for interfaces in which a compiler would not notice a mistake.
#include <gtest/gtest.h>

#include "emitted_classic.hpp"

namespace {

TEST(ClassicInterfaces, TablesAreSortedByTheNameOnTheWire) {
  const auto emitted = emit_classic_idl(
      "interface I { void b(); attribute long a; void C(); void delete(); readonly attribute long z; };");
  const std::string source = emitted.text("SK.cc");
  std::size_t last = source.find("_table_of_POA_I[] = {");
  ASSERT_NE(last, std::string::npos) << emitted.messages;
  for (const char* name : {"\"C\"", "\"_get_a\"", "\"_get_z\"", "\"_set_a\"", "\"b\"", "\"delete\""}) {
    const std::size_t at = source.find(std::string("SkeletonEntry(") + name, last);
    EXPECT_NE(at, std::string::npos) << name;
    last = at;
  }
  EXPECT_FALSE(holds(source, "\"_set_z\""));
}

TEST(ClassicInterfaces, OnewaysHaveNoReply) {
  const std::string source = emit_classic_idl("interface I { oneway void tell(in string text); };").text("SK.cc");
  EXPECT_TRUE(holds(source, "{\"tell\", true, nullptr, 0, nullptr, false}"));
  EXPECT_TRUE(holds(source, "_local.raise_of_oneway();"));
  EXPECT_FALSE(holds(source, ".reply"));
}

TEST(ClassicInterfaces, SequencesLeaveInParts) {
  const std::string source =
      emit_classic_idl("typedef sequence<octet> Data; interface I { Data get(); long size(); void put(in Data all); };")
          .text("SK.cc");
  EXPECT_TRUE(holds(source, "{\"put\", false, nullptr, 0, nullptr, true}"));
  EXPECT_TRUE(holds(source, "{\"get\", false, nullptr, 0, nullptr, false}"));
  EXPECT_TRUE(holds(source, "_request.reply_in_parts("));
  EXPECT_TRUE(holds(source, "_request.reply("));
}

TEST(ClassicInterfaces, DeclaredExceptionsAreInBothTables) {
  const std::string source =
      emit_classic_idl("module M { exception E { string why; }; interface I { void op() raises (E); }; };")
          .text("SK.cc");
  EXPECT_TRUE(holds(source, "{\"IDL:M/E:1.0\", &::dimma::classic::raise_exception< ::M::E>}"));
  EXPECT_TRUE(holds(source, "_raises_by_op[]"));
  EXPECT_TRUE(holds(source, "::_raises_by_op, 1),"));
}

TEST(ClassicInterfaces, ForwardDeclarationsHaveTheReferenceTypes) {
  const std::string header =
      emit_classic_idl("module M { interface I; typedef sequence<I> Is; interface I { Is all(); }; };").text(".hh");
  EXPECT_LT(header.find("typedef I* I_ptr;"), header.find("class Is")) << header;
  EXPECT_TRUE(holds(header, "typedef I* I_ptr;"));
  EXPECT_TRUE(holds(header, "typedef ::dimma::classic::ObjectVar<I> I_var;"));
}

TEST(ClassicInterfaces, LocalOnesAreAbstractAndHaveNoSkeleton) {
  const auto emitted = emit_classic_idl("local interface L { long op(); };");
  EXPECT_TRUE(holds(emitted.text(".hh"), "virtual ::CORBA::Long op() = 0;")) << emitted.messages;
  EXPECT_FALSE(holds(emitted.text(".hh"), "POA_L"));
  EXPECT_TRUE(holds(emitted.text("SK.cc"), "L::_interface = {\"IDL:L:1.0\", nullptr};"));
  EXPECT_TRUE(holds(emitted.text("SK.cc"), "const char* const L::_PD_repoId = \"IDL:L:1.0\";"));
}

TEST(ClassicInterfaces, VariablesOfStubsDoNotHideParameters) {
  const std::string source =
      emit_classic_idl("interface I { string op(in string _in, out string _out, inout string result); };")
          .text("SK.cc");
  EXPECT_TRUE(holds(source, "I::op(")) << source;
  EXPECT_FALSE(holds(source, "String_var _out;")) << "the name of the stream";
  EXPECT_FALSE(holds(source, "String_var _result;\n  ::CORBA::String_var _result;"));
}

}  // namespace
