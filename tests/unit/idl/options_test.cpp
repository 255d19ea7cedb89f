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
  EXPECT_EQ(problem({"--lsp", "-I", "idl"}), "");
  EXPECT_EQ(problem({"--lsp", "a.idl"}),
            "--lsp takes no input file, such as 'a.idl': the editor names the files that it has open");
  EXPECT_EQ(problem({"--frobnicate", "a.idl"}), "unknown option '--frobnicate'");
  EXPECT_EQ(problem({"-x", "a.idl"}), "unknown option '-x'");
  EXPECT_EQ(problem({"--bad=1", "a.idl"}), "unknown option '--bad=1'");
  EXPECT_EQ(problem({"--help=1"}), "option '--help' does not take any arguments");
  EXPECT_EQ(problem({"--comp", "a.idl"}), "unknown option '--comp'") << "no option is cut short";
  EXPECT_EQ(problem({"a.idl", "-I"}), "option '-I DIR' needs an argument");
  EXPECT_EQ(problem({"a.idl", "--output="}), "option '-o DIR, --output DIR' needs an argument");
  EXPECT_EQ(problem({"a.idl", "--depfile"}), "option '--depfile FILE' needs an argument");
  EXPECT_EQ(problem({""}), "an input file has an empty name");
  EXPECT_EQ(problem({"a.idl", "--color=red"}), "--color takes auto, always or never, not 'red'");
  EXPECT_EQ(problem({"a.idl", "--color", "never"}), "");
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

TEST(Options, CallsWithACompletionTokenAreAskedFor) {
  Options options;
  EXPECT_EQ(parse_options({"a.idl"}, options), "");
  EXPECT_FALSE(options.asio);
  EXPECT_EQ(parse_options({"--asio", "--no-skeletons", "a.idl"}, options), "");
  EXPECT_TRUE(options.asio);
}

TEST(Options, ServantsThatReplyLaterAreAskedFor) {
  Options options;
  EXPECT_EQ(parse_options({"--deferred", "--deferred-header-suffix", "D.h", "--deferred-source-suffix=D.cpp", "a.idl"},
                          options),
            "");
  EXPECT_TRUE(options.deferred);
  EXPECT_EQ(options.deferred_suffixes.header, "D.h");
  EXPECT_EQ(options.deferred_suffixes.source, "D.cpp");
  EXPECT_FALSE(options.asio);
  EXPECT_EQ(parse_options({"--asio", "--asio-header-suffix", "A.h", "a.idl"}, options = {}), "");
  EXPECT_TRUE(options.asio);
  EXPECT_EQ(options.asio_header_suffix, "A.h");
  EXPECT_EQ(problem({"--asio", "--no-skeletons", "a.idl"}), "");
  EXPECT_NE(problem({"--deferred", "--no-skeletons", "a.idl"}), "");
  EXPECT_NE(problem({"--deferred", "--deferred-header-suffix=.hpp", "a.idl"}), "");
}

TEST(Options, ServantsAreAskedFor) {
  Options options;
  EXPECT_EQ(parse_options({"--servants", "--servant-header-suffix=I.h", "--servant-source-suffix", "I.cpp", "a.idl"},
                          options),
            "");
  EXPECT_TRUE(options.servants);
  EXPECT_EQ(options.servant_header_suffix, "I.h");
  EXPECT_EQ(options.servant_source_suffix, "I.cpp");
  EXPECT_NE(problem({"--servants", "--no-skeletons", "a.idl"}), "");
}

TEST(Options, ThoseOfTaox11AreTaken) {
  Options options;
  EXPECT_EQ(parse_options(
                {"--idl-version=4", "-Gos", "-Gtie", "-Gisrv", "-Sa", "-St", "-Scdr", "--stub-pfx=C", "--skel-pfx", "S",
                 "--impl-pfx=_i", "-Wb,stub_export_macro=X,stub_export_include=x.h", "-Xst", "-o", "out", "a.idl"},
                options),
            "");
  EXPECT_TRUE(options.servants);
  EXPECT_TRUE(options.stream_operators);
  EXPECT_EQ(options.header_suffix, "C.h");
  EXPECT_EQ(options.source_suffix, "C.cpp");
  EXPECT_EQ(options.skeleton_header_suffix, "S.h");
  EXPECT_EQ(options.skeleton_source_suffix, "S.cpp");
  EXPECT_EQ(options.servant_header_suffix, "_i.h");
  EXPECT_EQ(options.servant_source_suffix, "_i.cpp");
  EXPECT_EQ(options.output_directory, "out");
  EXPECT_EQ(options.inputs, std::vector<std::string>{"a.idl"});
  EXPECT_EQ(problem({"-Wb,pre_include=x.h", "a.idl"}), "unknown option '-Wb,pre_include=x.h'");
}

TEST(Options, ExportHeadersAreNotMadeAndAWarningSaysSo) {
  Options options;
  EXPECT_EQ(parse_options({"-Gxhst", "-Gxhsk", "-Gstl", "a.idl"}, options), "unknown option '-Gstl'");
  ASSERT_EQ(options.warnings.size(), 2U);
  EXPECT_TRUE(options.warnings[0].starts_with("-Gxhst has no effect: ")) << options.warnings[0];
  EXPECT_TRUE(options.warnings[1].starts_with("-Gxhsk has no effect: ")) << options.warnings[1];
  Options others;
  EXPECT_EQ(parse_options({"-Gtie", "-D", "-Gxhst", "a.idl"}, others), "");
  EXPECT_TRUE(others.warnings.empty()) << "what is no option, but another's value, is left alone";
}

TEST(Options, ThoseOfTaoAreTaken) {
  Options options;
  EXPECT_EQ(parse_options(
                {"-hc", "C.h", "-cs", "C.cc", "-hs", "S.h", "-ss", "S.cc", "-g", "gperf", "-in", "-Cw", "-SS", "a.idl"},
                options),
            "");
  EXPECT_EQ(problem({"-hT", "T.h", "-sT", "T.cc", "-st", "T.i", "-ci", "C.i", "-si", "S.i", "-as", "a.idl"}), "")
      << "ties and inline functions have no files of their own";
  EXPECT_EQ(problem({"-Wb,pch_include=pch.h", "-Sorb", "a.idl"}), "");
  EXPECT_EQ(options.header_suffix, "C.h");
  EXPECT_EQ(options.source_suffix, "C.cc");
  EXPECT_EQ(options.skeleton_header_suffix, "S.h");
  EXPECT_EQ(options.skeleton_source_suffix, "S.cc");
  EXPECT_EQ(options.letter_case, LetterCase::Counts);
  EXPECT_FALSE(options.skeletons);
}

TEST(Options, SuffixesOfFilesThatOnlyTaoGeneratesAreTaken) {
  Options options;
  EXPECT_EQ(
      parse_options({"-ci", "C.i", "-si", "S.i", "-st", "S_T.i", "-hT", "S_T.h", "-sT", "S_T.cpp", "a.idl"}, options),
      "");
  EXPECT_EQ(options.inputs, std::vector<std::string>{"a.idl"});
}

TEST(Options, ThoseOfOmniidlAreTaken) {
  Options options;
  EXPECT_EQ(parse_options(
                {"-bcxx", "-Wba", "-Wbtp", "-Wbh=.hh", "-Wbs=.cc", "-Wbexample", "-nc", "-nf", "-Cout", "-DX", "a.idl"},
                options),
            "");
  EXPECT_EQ(options.header_suffix, ".hh");
  EXPECT_EQ(options.source_suffix, ".cc");
  EXPECT_TRUE(options.servants);
  EXPECT_EQ(options.letter_case, LetterCase::Counts);
  EXPECT_EQ(options.output_directory, "out");
  EXPECT_EQ(parse_options({"-Wbami", "-C", "other", "a.idl"}, options), "");
  EXPECT_EQ(options.asynchronous, Asynchronous::All);
  EXPECT_EQ(options.output_directory, "other");
  EXPECT_EQ(problem({"-bpython", "a.idl"}), "unknown option '-bpython'");
  EXPECT_EQ(parse_options({"-Wbtp,h=.h,shortcut,s=.cpp", "a.idl"}, options = {}), "");
  EXPECT_EQ(options.header_suffix, ".h");
  EXPECT_EQ(options.source_suffix, ".cpp");
  EXPECT_EQ(problem({"-Wbtp,inline", "a.idl"}), "unknown option '-Wbinline'");
}

TEST(Options, TheClassicMappingHasTheFileNamesOfAnotherOrb) {
  Options options;
  EXPECT_EQ(parse_options({"--classic", "a.idl"}, options), "");
  EXPECT_EQ(options.classic.files, ClassicFiles::OmniOrb);
  EXPECT_EQ(options.header_suffix, ".hh");
  EXPECT_EQ(options.source_suffix, "SK.cc");
  EXPECT_FALSE(options.classic.keeps_include_paths);
  EXPECT_EQ(options.inputs, std::vector<std::string>{"a.idl"});
  EXPECT_EQ(parse_options({"-hs", "Skel.h", "--classic=tao", "a.idl"}, options = {}), "");
  EXPECT_EQ(options.classic.files, ClassicFiles::Tao);
  EXPECT_EQ(options.header_suffix, "C.h");
  EXPECT_EQ(options.source_suffix, "C.cpp");
  EXPECT_EQ(options.skeleton_header_suffix, "Skel.h") << "given before --classic";
  EXPECT_EQ(options.skeleton_source_suffix, "S.cpp");
  EXPECT_EQ(parse_options({"a.idl"}, options = {}), "");
  EXPECT_EQ(options.classic.files, ClassicFiles::None);
  EXPECT_EQ(options.header_suffix, ".hpp");
}

TEST(Options, OmniidlsCommandLineWorksWithTheClassicMapping) {
  Options options;
  EXPECT_EQ(parse_options({"--classic", "-bcxx", "-p", "back/ends", "-Wbtp", "-Wbuse_quotes", "-Wbkeep_inc_path",
                           "-Wbdll_includes", "-Wbguard_prefix=X", "-Wbh=.h", "-Wbs=.cc", "-Wbd=Dyn.cc", "-nf", "-C",
                           "out", "-Ia", "-DX", "-UY", "a.idl"},
                          options),
            "");
  EXPECT_EQ(options.header_suffix, ".h");
  EXPECT_EQ(options.source_suffix, ".cc");
  EXPECT_TRUE(options.classic.keeps_include_paths);
  EXPECT_EQ(options.output_directory, "out");
  EXPECT_TRUE(options.classic.no_any_code) << "omniidl leaves it out without -Wba";
  EXPECT_FALSE(options.classic.any_code_in_own_files);
  EXPECT_EQ(options.classic.any_suffixes.source, "Dyn.cc");
  EXPECT_TRUE(options.warnings.empty());
  EXPECT_EQ(options.inputs, std::vector<std::string>{"a.idl"});
}

TEST(Options, TheCodeForAnyIsInFilesOfItsOwnIfOtherCompilersWouldWriteThem) {
  Options options;
  EXPECT_EQ(parse_options({"--classic", "-bcxx", "-Wba", "a.idl"}, options), "");
  EXPECT_TRUE(options.classic.any_code_in_own_files);
  EXPECT_EQ(options.classic.any_suffixes.source, "DynSK.cc");
  EXPECT_EQ(parse_options({"--classic=tao", "-GA", "a.idl"}, options = {}), "");
  EXPECT_TRUE(options.classic.any_code_in_own_files);
  EXPECT_EQ(options.classic.any_suffixes.header, "A.h");
  EXPECT_EQ(options.classic.any_suffixes.source, "A.cpp");
  EXPECT_NE(problem({"--classic=tao", "--any-source-suffix", "C.cpp", "a.idl"}), "") << "the name of another file";
  for (const char* option : {"-Sa", "-St", "--no-any"}) {
    EXPECT_EQ(parse_options({"--classic=tao", option, "a.idl"}, options = {}), "");
    EXPECT_TRUE(options.classic.no_any_code) << option;
  }
  EXPECT_EQ(parse_options({"--classic", "a.idl"}, options = {}), "");
  EXPECT_FALSE(options.classic.no_any_code);
  EXPECT_FALSE(options.classic.any_code_in_own_files);
}

TEST(Options, TheClassicMappingHasAsynchronousCallsOfAllInterfaces) {
  for (const char* option : {"-GC", "--ami", "-Wbami"}) {
    Options options;
    EXPECT_EQ(parse_options({"--classic", option, "a.idl"}, options), "");
    EXPECT_EQ(options.asynchronous, Asynchronous::All) << option;
  }
  EXPECT_NE(problem({"--classic=tao", "-GC", "--no-skeletons", "a.idl"}), "");
}

TEST(Options, TheClassicMappingExcludesPartsOfTheOther) {
  for (const char* option : {"--servants", "--asio", "--deferred", "--comparison", "--stream-operators"}) {
    EXPECT_EQ(problem({"--classic", option, "a.idl"}),
              std::string(option) + " is for the modern mapping: --classic excludes it");
  }
  EXPECT_EQ(problem({"--classic=tao", "--no-skeletons", "a.idl"}), "");
  EXPECT_NE(problem({"--classic", "--no-skeletons", "a.idl"}), "");
  EXPECT_EQ(problem({"--classic=orbix", "a.idl"}), "--classic takes no value or tao, not 'orbix'");
}

TEST(Options, AnOptionsValueIsNotTakenForAnOption) {
  Options options;
  EXPECT_EQ(parse_options({"-I", "-v", "-D", "-k", "-o", "-Cx", "a.idl", "--", "-v"}, options), "");
  EXPECT_EQ(options.preprocess.include_directories, std::vector<std::string>{"-v"});
  EXPECT_EQ(options.preprocess.macros.at(0).text, "-k");
  EXPECT_EQ(options.output_directory, "-Cx");
  EXPECT_EQ(options.inputs, (std::vector<std::string>{"a.idl", "-v"}));
}

TEST(Options, HelpNeedsNoInput) {
  EXPECT_EQ(problem({"--help"}), "");
  EXPECT_EQ(problem({"--version"}), "");
  EXPECT_EQ(problem({"-V"}), "");
  EXPECT_EQ(problem({"-u"}), "");
}

}  // namespace
}  // namespace dimma::idl
