#include "idl/options.hpp"

#include <gtest/gtest.h>

namespace dimma::idl {
namespace {

std::string problem(std::vector<std::string> arguments) {
  Options options;
  return parse_options(arguments, options);
}

TEST(Options, AllOfThem) {
  Options options;
  EXPECT_EQ(parse_options({"-I",
                           "a",
                           "-Ib",
                           "-DX=1",
                           "-D",
                           "Y",
                           "-UZ",
                           "-o",
                           "out",
                           "--header-suffix=.h",
                           "--source-suffix",
                           ".cc",
                           "--skeleton-header-suffix",
                           "S.h",
                           "--skeleton-source-suffix=S.cc",
                           "--no-skeletons",
                           "--depfile",
                           "d",
                           "-Werror",
                           "-Wunknown-pragmas",
                           "-w",
                           "--comparison",
                           "--case-sensitive",
                           "--syntax-only",
                           "one.idl",
                           "--",
                           "-two.idl"},
                          options),
            "");
  EXPECT_EQ(options.preprocess.include_directories, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(options.preprocess.macros.size(), 3U);
  EXPECT_EQ(options.preprocess.macros[0].text, "X=1");
  EXPECT_FALSE(options.preprocess.macros[2].define);
  EXPECT_EQ(options.output_directory, "out");
  EXPECT_EQ(options.header_suffix, ".h");
  EXPECT_EQ(options.source_suffix, ".cc");
  EXPECT_EQ(options.skeleton_header_suffix, "S.h");
  EXPECT_EQ(options.skeleton_source_suffix, "S.cc");
  EXPECT_FALSE(options.skeletons);
  EXPECT_EQ(options.depfile, "d");
  EXPECT_TRUE(options.comparison);
  EXPECT_EQ(options.letter_case, LetterCase::Counts);
  EXPECT_TRUE(options.syntax_only);
  EXPECT_EQ(options.inputs, (std::vector<std::string>{"one.idl", "-two.idl"}));
}

TEST(Options, MistakesAreNamed) {
  EXPECT_EQ(problem({}), "no input file");
  EXPECT_EQ(problem({"--frobnicate", "a.idl"}), "unknown option '--frobnicate'");
  EXPECT_EQ(problem({"-x", "a.idl"}), "unknown option '-x'");
  EXPECT_EQ(problem({"--bad=1", "a.idl"}), "unknown option '--bad=1'");
  EXPECT_EQ(problem({"--help=1"}), "unknown option '--help=1'");
  EXPECT_EQ(problem({"a.idl", "-I"}), "option '-I' needs an argument");
  EXPECT_EQ(problem({"a.idl", "--output="}), "option '--output' needs an argument");
  EXPECT_EQ(problem({"a.idl", "--depfile"}), "option '--depfile' needs an argument");
  EXPECT_EQ(problem({""}), "an input file has an empty name");
  EXPECT_NE(problem({"a.idl", "--header-suffix", "/x"}), "");
  EXPECT_NE(problem({"a.idl", "--header-suffix", ".cpp"}), "");
  EXPECT_NE(problem({"a.idl", "-E", "--syntax-only"}), "");
  EXPECT_NE(problem({"a.idl", "-GC", "--no-skeletons"}), "");
  EXPECT_NE(problem({"a.idl", "--ami-header-suffix", ".hpp"}), "");
}

TEST(Options, WhichInterfacesAreCalledWithoutWaiting) {
  Options options;
  EXPECT_EQ(parse_options({"-GC", "a.idl", "--ami-header-suffix", "AmiC.h"}, options), "");
  EXPECT_EQ(options.asynchronous, Asynchronous::Named);
  EXPECT_EQ(options.asynchronous_header_suffix, "AmiC.h");
  EXPECT_EQ(parse_options({"--ami", "-GC", "a.idl"}, options), "");
  EXPECT_EQ(options.asynchronous, Asynchronous::All);
}

TEST(Options, HelpNeedsNoInput) {
  EXPECT_EQ(problem({"--help"}), "");
  EXPECT_EQ(problem({"--version"}), "");
}

}  // namespace
}  // namespace dimma::idl
