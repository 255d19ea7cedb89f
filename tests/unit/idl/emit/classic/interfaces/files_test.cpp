// The files of the classic mapping: their names, what they include, and what is in which.
#include <gtest/gtest.h>

#include "emitted_classic.hpp"

namespace {

using dimma::idl::EmitOptions;

constexpr const char* echo = "module M { interface Echo { string say(in string text); }; };";

TEST(ClassicFiles, OfOmniOrbAreAHeaderAndASource) {
  const auto emitted = emit_classic_idl(echo);
  ASSERT_EQ(emitted.files.size(), 2U) << emitted.messages;
  EXPECT_EQ(emitted.files[0].path, "./t.hh");
  EXPECT_EQ(emitted.files[1].path, "./tSK.cc");
  EXPECT_TRUE(holds(emitted.text(".hh"), "class Echo : public virtual ::CORBA::Object"));
  EXPECT_TRUE(holds(emitted.text(".hh"), "class Echo : public virtual ::PortableServer::ServantBase"));
  EXPECT_TRUE(holds(emitted.text("SK.cc"), "#include \"t.hh\""));
}

TEST(ClassicFiles, OfTaoAreTwoHeadersAndTwoSources) {
  const auto emitted = emit_classic_idl(echo, tao_options());
  ASSERT_EQ(emitted.files.size(), 4U) << emitted.messages;
  EXPECT_FALSE(holds(emitted.text("C.h"), "POA_M"));
  EXPECT_TRUE(holds(emitted.text("S.h"), "namespace POA_M {"));
  EXPECT_TRUE(holds(emitted.text("S.h"), "#include \"tC.h\""));
  EXPECT_TRUE(holds(emitted.text("C.cpp"), "_local.servant< ::POA_M::Echo>()->say(text)"));
  EXPECT_FALSE(holds(emitted.text("C.cpp"), "::_dispatch")) << "a client is linked without tS.cpp";
}

TEST(ClassicFiles, WithoutSkeletonsCallOnlyByRequests) {
  EmitOptions options = tao_options();
  options.skeletons = false;
  const auto emitted = emit_classic_idl(echo, options);
  ASSERT_EQ(emitted.files.size(), 2U) << emitted.messages;
  EXPECT_TRUE(holds(emitted.text("C.cpp"), "#include \"tC.h\""));
  EXPECT_FALSE(holds(emitted.text("C.cpp"), "LocalCall"));
}

TEST(ClassicFiles, OfIncludedIdlAreIncludedByTheirBareNamesUnlessPathsAreKept) {
  constexpr const char* included = "module M { interface Base { void ping(); }; };";
  constexpr const char* main = "#include \"parts/included.idl\"\nmodule M { interface Sub : Base {}; };";
  EXPECT_TRUE(holds(emit_classic_idl(main, omniorb_options(), included).text(".hh"), "#include \"included.hh\""));
  EmitOptions options = omniorb_options();
  options.classic.keeps_include_paths = true;
  EXPECT_TRUE(holds(emit_classic_idl(main, options, included).text(".hh"), "#include \"parts/included.hh\""));
  const auto tao = emit_classic_idl(main, tao_options(), included);
  EXPECT_TRUE(holds(tao.text("C.h"), "#include \"parts/includedC.h\""));
  EXPECT_TRUE(holds(tao.text("S.h"), "#include \"parts/includedS.h\""));
}

TEST(ClassicFiles, HaveNoWordsAfterCxx11) {
  const auto emitted = emit_classic_idl(echo);
  EXPECT_FALSE(emitted.files.empty()) << emitted.messages;
  for (const auto& file : emitted.files) {
    for (const char* word : {"string_view", "constexpr", "namespace M::", "inline constexpr", "std::span"}) {
      EXPECT_FALSE(holds(file.text, word)) << file.path << ": " << word;
    }
  }
}

TEST(ClassicFiles, AreWrittenForStructsThatEachHoldTwoOfTheNext) {
  std::string idl = "struct S0 { string name; };";
  for (int i = 1; i != 200; ++i) {
    const std::string inner = "S" + std::to_string(i - 1);
    idl += "struct S" + std::to_string(i) + " { " + inner + " first; " + inner + " second; };";
  }
  const auto emitted = emit_classic_idl(idl);
  EXPECT_TRUE(holds(emitted.text(".hh"), "codec< ::S199>")) << emitted.messages;
}

TEST(ClassicFiles, AreNotWrittenForWhatTheMappingDoesNotHaveYet) {
  const auto emitted = emit_classic_idl("native Cookie; interface I { void take(in Cookie cookie); };");
  EXPECT_TRUE(emitted.files.empty());
  EXPECT_TRUE(holds(emitted.messages, "t.idl:1:")) << emitted.messages;
}

}  // namespace
