// The code for Any and TypeCode: what is written, and into which files.
#include <gtest/gtest.h>

#include "../interfaces/emitted_classic.hpp"

namespace {

using dimma::idl::AnyCode;
using dimma::idl::EmitOptions;

constexpr const char* idl = R"(
  module M {
    struct Point { long x; };
    enum Colour { red };
    typedef long Row[3];
    typedef Point Place;
    exception Bad {};
    interface Echo { struct Box { long size; }; };
  };
)";

constexpr const char* insertion = "void operator<<=(::CORBA::Any& _any, const ::M::Point& _value)";

EmitOptions with(EmitOptions options, AnyCode any_code) {
  options.classic.any_code = any_code;
  if (options.classic.combines_files) options.classic.any_source_suffix = "DynSK.cc";
  return options;
}

TEST(AnyCodeOfTypes, HasTheOperatorsOfTheMapping) {
  const std::string header = emit_classic_idl(idl).text(".hh");
  for (const char* declaration :
       {insertion, "void operator<<=(::CORBA::Any& _any, ::M::Point* _value);",
        "::CORBA::Boolean operator>>=(const ::CORBA::Any& _any, const ::M::Point*& _value);",
        "::CORBA::Boolean operator>>=(const ::CORBA::Any& _any, ::M::Point*& _value);",
        "void operator<<=(::CORBA::Any& _any, ::M::Colour _value);",
        "::CORBA::Boolean operator>>=(const ::CORBA::Any& _any, ::M::Colour& _value);",
        "void operator<<=(::CORBA::Any& _any, const ::M::Row_forany& _value);",
        "::CORBA::Boolean operator>>=(const ::CORBA::Any& _any, ::M::Row_forany& _value);",
        "void operator<<=(::CORBA::Any& _any, const ::M::Bad& _value);",
        "::CORBA::Boolean operator>>=(const ::CORBA::Any& _any, const ::M::Bad*& _value);",
        "void operator<<=(::CORBA::Any& _any, ::M::Echo_ptr _value);",
        "void operator<<=(::CORBA::Any& _any, ::M::Echo_ptr* _value);",
        "::CORBA::Boolean operator>>=(const ::CORBA::Any& _any, ::M::Echo_ptr& _value);",
        "void operator<<=(::CORBA::Any& _any, const ::M::Echo::Box& _value);",
        "extern const ::CORBA::TypeCode_ptr _tc_Point;", "extern const ::CORBA::TypeCode_ptr _tc_Place;",
        "  static const ::CORBA::TypeCode_ptr _tc_Box;"}) {
    EXPECT_TRUE(holds(header, declaration)) << declaration;
  }
  EXPECT_FALSE(holds(header, "::M::Place")) << "an alias has no operators of its own";
}

TEST(AnyCodeOfTypes, InitializesConstantsFromOctets) {
  const std::string source = emit_classic_idl("struct P { octet a; };").text("SK.cc");
  EXPECT_TRUE(holds(source, "(\n    \"\\001\\000\\000\\000\\017\\000")) << source;
  EXPECT_TRUE(holds(source, "    56);\nconst ::CORBA::TypeCode_ptr _tc_P = &_typecode_1_of_")) << source;
  EXPECT_TRUE(holds(source, "::dimma::classic::insert_copy(_any, ::_tc_P, _value);"));
}

TEST(AnyCodeOfTypes, DefinesConstantsOfClasses) {
  const std::string source = emit_classic_idl(idl).text("SK.cc");
  EXPECT_TRUE(holds(source, "const ::CORBA::TypeCode_ptr Echo::_tc_Box = ")) << source;
  EXPECT_TRUE(holds(source, "::dimma::classic::extract_pointer(_any, ::M::Echo::_tc_Box, _value);"));
}

TEST(AnyCodeInFiles, OfItsOwnIsASourceForOmniOrb) {
  const auto emitted = emit_classic_idl(idl, with(omniorb_options(), AnyCode::InOwnFiles));
  ASSERT_EQ(emitted.files.size(), 3U) << emitted.messages;
  EXPECT_TRUE(holds(emitted.text("t.hh"), insertion));
  EXPECT_FALSE(holds(emitted.text("tSK.cc"), insertion));
  EXPECT_TRUE(holds(emitted.text("tDynSK.cc"), insertion));
  EXPECT_TRUE(holds(emitted.text("tDynSK.cc"), "#include \"t.hh\""));
}

TEST(AnyCodeInFiles, OfItsOwnIsAHeaderAndASourceForTao) {
  constexpr const char* including = "#include \"parts/included.idl\"\nstruct P { long x; };";
  EXPECT_TRUE(
      holds(emit_classic_idl(including, with(tao_options(), AnyCode::InOwnFiles), "struct Q { long x; };").text("tA.h"),
            "#include \"parts/includedA.h\""));
  const auto emitted = emit_classic_idl(idl, with(tao_options(), AnyCode::InOwnFiles));
  ASSERT_EQ(emitted.files.size(), 6U) << emitted.messages;
  EXPECT_FALSE(holds(emitted.text("tC.h"), insertion));
  EXPECT_FALSE(holds(emitted.text("tC.h"), "_tc_Point"));
  EXPECT_TRUE(holds(emitted.text("tC.h"), "_tc_Box")) << "a member of a class";
  EXPECT_FALSE(holds(emitted.text("tC.cpp"), "_tc_"));
  EXPECT_TRUE(holds(emitted.text("tA.h"), insertion));
  EXPECT_TRUE(holds(emitted.text("tA.h"), "_tc_Point"));
  EXPECT_TRUE(holds(emitted.text("tA.cpp"), "#include \"tA.h\""));
}

TEST(AnyCodeInFiles, IsLeftOutIfNotRequested) {
  for (const EmitOptions& options : {omniorb_options(), tao_options()}) {
    const auto emitted = emit_classic_idl(idl, with(options, AnyCode::None));
    EXPECT_FALSE(emitted.files.empty()) << emitted.messages;
    for (const auto& file : emitted.files) {
      EXPECT_FALSE(holds(file.text, "_tc_")) << file.path;
      EXPECT_FALSE(holds(file.text, "operator<<=")) << file.path;
    }
  }
}

}  // namespace
