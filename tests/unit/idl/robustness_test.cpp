// Input that is broken or hostile: it gives errors, never a crash, a hang or a flood.
#include <gtest/gtest.h>

#include "unit/idl/checked.hpp"

namespace dimma::idl::test {
namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t count = 0; count < times; ++count) all += text;
  return all;
}

TEST(Robustness, DeepNestingIsRefused) {
  constexpr std::size_t deep = 100000;
  const std::string texts[] = {
      "const long A = " + repeated("(", deep) + "1" + repeated(")", deep) + ";",
      "const long A = " + repeated("-", deep) + "1;",
      repeated("module M { ", deep),
      "typedef " + repeated("sequence<", deep) + "long" + repeated(">", deep) + " T;",
      repeated("struct S { ", deep),
      "struct S { " + repeated("struct T { ", deep),
      "union U switch (" + repeated("enum E {", deep),
      repeated("@a(", deep),
  };
  for (const std::string& text : texts) {
    const Checked checked(text);
    EXPECT_TRUE(checked.diagnostics.has_errors()) << text.substr(0, 40);
    EXPECT_LE(checked.diagnostics.error_count(), 51U) << text.substr(0, 40);
  }
}

TEST(Robustness, EveryPrefixOfAFileIsRead) {
  const std::string text =
      "#pragma prefix \"x\"\nmodule M { struct S { long a[3]; sequence<string<4>> b; }; enum E { p, q };\n"
      "union U switch (E) { case p: long x; default: S s1; }; const fixed F = 1.5d + 2d; const char C = '\\n';\n"
      "exception Bad { string why; }; interface I : J { attribute long v, w; void f(in S x, out E y) raises (Bad)\n"
      "context (\"a\"); oneway void g(); }; valuetype V : truncatable W supports I { public long n; factory z(); };\n"
      "@key(1) bitmask B { m, n }; bitset T { bitfield<3, octet> l; }; typedef map<long, string> Map; };\n";
  for (std::size_t length = 0; length < text.size(); ++length) {
    const Checked checked(text.substr(0, length));
    EXPECT_LE(checked.diagnostics.error_count(), 51U);
  }
}

TEST(Robustness, EveryTokenLeftOutIsSurvived) {
  const std::string words[] = {"module", "M", "{",  "struct", "S",         "{",      "long",   "a",    "[", "3",
                               "]",      ";", "}",  ";",      "interface", "I",      ":",      "J",    "{", "void",
                               "f",      "(", "in", "S",      "x",         ")",      "raises", "(",    "E", ")",
                               ";",      "}", ";",  "union",  "U",         "switch", "(",      "long", ")", "{",
                               "case",   "1", ":",  "long",   "y",         ";",      "}",      ";",    "}", ";"};
  for (std::size_t left_out = 0; left_out < std::size(words); ++left_out) {
    std::string text;
    for (std::size_t index = 0; index < std::size(words); ++index) {
      if (index != left_out) text += words[index] + " ";
    }
    EXPECT_TRUE(Checked(text).diagnostics.has_errors());
  }
}

TEST(Robustness, FloodsOfErrorsEnd) {
  SourceFiles files;
  Diagnostics diagnostics(files);
  MemoryReader reader;
  reader.add("flood.idl", repeated("struct { } ; foo bar;\n", 1000));
  EXPECT_THROW(read_specification("flood.idl", reader, {}, files, diagnostics), TooManyErrors);
  EXPECT_EQ(diagnostics.error_count(), 50U);
}

TEST(Robustness, OctetsOfAllKinds) {
  std::string all;
  for (int octet = 1; octet < 256; ++octet) all += static_cast<char>(octet);
  EXPECT_TRUE(Checked(all).diagnostics.has_errors());
  for (int octet = 0; octet < 256; ++octet) {
    const std::string text = std::string("struct S { long ") + static_cast<char>(octet) + "; };";
    const Checked checked(text);
    EXPECT_LE(checked.diagnostics.error_count(), 3U) << octet;
  }
}

TEST(Robustness, ManyMembersTakeNoTimeToSpeakOf) {
  std::string text = "enum E { ";
  for (int index = 0; index < 20000; ++index) text += "e" + std::to_string(index) + ", ";
  text += "last };\nstruct S {\n";
  for (int index = 0; index < 20000; ++index) text += "  E m" + std::to_string(index) + ";\n";
  const Checked checked(text + "};\n");
  EXPECT_FALSE(checked.diagnostics.has_errors()) << checked.diagnostics.render_all();
  EXPECT_EQ(checked.get<Struct>("S").members.size(), 20000U);
}

TEST(Robustness, LongChainsOfTypes) {
  std::string text = "struct S0 { long x; };\n";
  for (int index = 1; index < 450; ++index) {
    const std::string below = std::to_string(index - 1);
    text += "struct S" + std::to_string(index) + " { S" + below + " a; sequence<S" + below + "> b; };\n";
  }
  EXPECT_FALSE(Checked(text + "interface I { void f(in S449 x); };").diagnostics.has_errors());
  text = "typedef long T0;\n";
  for (int index = 1; index < 450; ++index) {
    text += "typedef T" + std::to_string(index - 1) + " T" + std::to_string(index) + ";\n";
  }
  EXPECT_FALSE(Checked(text + "interface I { void f(in T449 x); };").diagnostics.has_errors());
}

TEST(Robustness, WideInheritance) {
  std::string text = "interface I0 { void op0(); };\n";
  for (int index = 1; index < 300; ++index) {
    const std::string name = std::to_string(index);
    text += "interface I" + name + " : I" + std::to_string(index - 1);
    if (index > 1) text += ", I" + std::to_string(index - 2);
    text += " { void op" + name + "(); };\n";
  }
  EXPECT_FALSE(Checked(text).diagnostics.has_errors());
}

}  // namespace
}  // namespace dimma::idl::test
