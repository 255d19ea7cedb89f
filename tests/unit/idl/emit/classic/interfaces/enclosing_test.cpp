// The classic stubs that are part of dimma: the namespaces around their modules, and the header that stands for them.
#include <gtest/gtest.h>

#include "emitted_classic.hpp"

namespace {

constexpr const char* pinged = "module M { interface Echo { void ping(); }; };";

TEST(ClassicEnclosing, PutsTheModulesIntoANamespace) {
  dimma::idl::EmitOptions options = omniorb_options();
  options.classic.enclosing = {"lib", "inner"};
  const std::string header = emit_classic_idl(pinged, options).text(".hh");
  EXPECT_TRUE(holds(header, "namespace lib {\nnamespace inner {\nnamespace M {\n")) << header;
  EXPECT_TRUE(holds(header, "namespace M {\nusing namespace ::lib::inner::M;\n}")) << header;
  EXPECT_TRUE(holds(header, "namespace POA_M {\nusing namespace ::lib::inner::POA_M;\n}")) << header;
}

TEST(ClassicEnclosing, IsNothingByDefault) {
  const std::string header = emit_classic_idl(pinged).text(".hh");
  EXPECT_FALSE(header.empty());
  EXPECT_FALSE(holds(header, "using namespace"));
}

TEST(ClassicEnclosing, IncludesTheHeaderThatAnIncludedFileNames) {
  constexpr const char* included =
      "#pragma classic_header \"lib/own.hh\"\nmodule M { interface Base { void ping(); }; };";
  constexpr const char* main = "#include \"parts/included.idl\"\nmodule M { interface Sub : Base {}; };";
  const std::string header = emit_classic_idl(main, omniorb_options(), included).text(".hh");
  EXPECT_TRUE(holds(header, "#include <lib/own.hh>")) << header;
  EXPECT_FALSE(holds(header, "included.hh")) << header;
  EXPECT_TRUE(holds(emit_classic_idl(main, tao_options(), included).text("S.h"), "#include <lib/own.hh>"));
}

}  // namespace
