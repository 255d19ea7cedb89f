#include "idl/preprocess/preprocess.hpp"

#include <gtest/gtest.h>

#include "unit/idl/checked.hpp"

namespace dimma::idl::test {
namespace {

class PreprocessTest : public ::testing::Test {
 protected:
  std::optional<PreprocessedText> run(const std::string& text) {
    reader_.add("main.idl", text);
    return preprocess("main.idl", reader_, options_, files_, diagnostics_);
  }

  // The words of the output, one blank between.
  std::string words(const std::string& text) {
    const auto output = run(text);
    std::string joined;
    if (!output) return "(nothing)";
    for (const char c : output->text) {
      const bool blank = c == ' ' || c == '\n';
      if (blank && (joined.empty() || joined.back() == ' ')) continue;
      joined += blank ? ' ' : c;
    }
    while (!joined.empty() && joined.back() == ' ') joined.pop_back();
    return joined;
  }

  // The place in the source of the first occurrence of a word in the output: "file:line:column".
  std::string place(const std::string& text, const std::string& word) {
    const auto output = run(text);
    if (!output) return "(nothing)";
    PlaceCursor cursor(*output);
    const SourceRange range = cursor.range(output->text.find(word), word.size());
    return files_.path(range.begin.file) + ":" + std::to_string(range.begin.line) + ":" +
           std::to_string(range.begin.column);
  }

  MemoryReader reader_;
  PreprocessOptions options_;
  SourceFiles files_;
  Diagnostics diagnostics_{files_};
};

TEST_F(PreprocessTest, MacrosAndConditions) {
  EXPECT_EQ(words("#define T unsigned long\n#define V(x) x x\n#if 1\nT V(a)\n#else\nno\n#endif\n"),
            "unsigned long a a");
}

// Found in older files.
TEST_F(PreprocessTest, LabelsAfterElseAndEndifAreIgnored) {
  EXPECT_EQ(words("#if 1\na\n#else OTHER\nb\n # endif GUARD_IDL\nc\n"), "a c");
  EXPECT_EQ(words("#if 0\n#if 1\n#else x\n#endif y // z\n#endif\tz /* of\nthis */ d\n"), "d");
  EXPECT_EQ(words("#if 1\na\n#endif // guard\n#if 1\nb\n#endif/**/\n"), "a b");
}

TEST_F(PreprocessTest, OtherTextAfterElseAndEndifCausesAWarning) {
  EXPECT_EQ(words("#if 1\na\n#else (b)\nc\n#endif /* x */! // y\nd\n#if 1\n#endif /* x */ X /* y */ Y\n"), "a d");
  EXPECT_EQ(diagnostics_.error_count(), 0U) << diagnostics_.render_all();
  ASSERT_EQ(diagnostics_.warning_count(), 2U) << diagnostics_.render_all();
  EXPECT_EQ(diagnostics_.all()[0].message, "text after #else is ignored");
  EXPECT_EQ(diagnostics_.all()[1].range.begin.line, 5U);
  EXPECT_EQ(diagnostics_.all()[1].range.begin.column, 15U);
}

// Boost.Wave evaluates conditions and expands macros by recursion.
TEST_F(PreprocessTest, DeepConditionsAndMacrosAreRefusedAtTheirPlace) {
  const auto repeated = [](const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t count = 0; count < times; ++count) all += text;
    return all;
  };
  const auto problem = [this](const std::string& text) {
    SourceFiles files;
    Diagnostics diagnostics(files);
    MemoryReader reader;
    reader.add("deep.idl", text);
    const bool is_read = preprocess("deep.idl", reader, options_, files, diagnostics).has_value();
    return is_read ? std::string("none") : diagnostics.render_all().substr(0, diagnostics.render_all().find('\n'));
  };
  const std::string too_deep =
      ": error: the condition nests too deeply: more than 100 parentheses and operators within each other";
  const std::string behind = "1" + repeated(")", 100000) + "\n#endif\n";
  EXPECT_EQ(problem("\n#if " + repeated("(", 2000) + "1" + repeated(")", 2000) + "\n#endif\n"),
            "deep.idl:2:105" + too_deep);
  EXPECT_EQ(problem(" # /**/ if " + repeated("(", 100000) + behind), "deep.idl:1:112" + too_deep);
  EXPECT_EQ(problem("#if 0\n#elif " + repeated("(\\\n", 2000) + behind), "deep.idl:102:1" + too_deep);
  EXPECT_EQ(problem("#if " + repeated("(/*\n*/", 2000) + behind), "deep.idl:101:3" + too_deep);
  EXPECT_EQ(problem("#if " + repeated("!", 5000) + "1\n#endif\n"), "deep.idl:1:105" + too_deep);
  EXPECT_EQ(problem("#if " + repeated("0?1:", 5000) + "1\n#endif\n"), "deep.idl:1:406" + too_deep);
  EXPECT_EQ(problem("#define P(x) ((((((((((x))))))))))\n#define Q(x) P(P(P(P(P(P(P(P(P(P(x))))))))))\n\n"
                    "#if Q(Q(1))\n#endif\n"),
            "deep.idl:4:7" + too_deep);
  EXPECT_EQ(problem("#define P ((((((((((((((((((((\n#if P P P P P P 1\n#endif\n"), "deep.idl:2:13" + too_deep);
  std::string chain = "#define M0 1\n";
  for (int level = 1; level <= 10000; ++level) {
    chain += "#define M" + std::to_string(level) + " M" + std::to_string(level - 1) + "\n";
  }
  const std::string macros = ": error: macros nest too deeply: more than 200 within each other";
  EXPECT_EQ(problem(chain + "M10000\n"), "deep.idl:10002:1" + macros);
  const std::string calls = "#define P(x) x\n" + repeated("P(", 1000) + "1" + repeated(")", 1000) + "\n";
  EXPECT_EQ(problem(calls).substr(0, 11), "deep.idl:2:");

  EXPECT_EQ(problem(chain + "M190\n#if " + repeated("(", 100) + "1" + repeated(")", 100) + "\n#endif\n"), "none");
  EXPECT_EQ(problem("#if " + repeated("defined(A) || !defined B && -1 != (2) || ", 500) + "1\n#endif\n"), "none");
  const std::string deep = repeated("(", 200);
  EXPECT_EQ(problem("// #if " + deep + "\n/*\n#if " + deep + "*/ a = " + deep + "\n"), "none");
}

TEST_F(PreprocessTest, AnUnclosedConditionIsReportedWhereItBegins) {
  EXPECT_FALSE(run("\n#ifndef GUARD\n#include <orb.idl>\nstruct S { long a; };\n"));
  ASSERT_EQ(diagnostics_.error_count(), 1U);
  EXPECT_EQ(files_.path(diagnostics_.all()[0].range.begin.file), "main.idl");
  EXPECT_EQ(diagnostics_.all()[0].range.begin.line, 2U);
}

TEST_F(PreprocessTest, TheCompilersOwnFilesAreFoundLast) {
  options_.own_directory = "/own";
  options_.include_directories = {"given"};
  reader_.add("/own/IOP.idl", "own\n");
  EXPECT_EQ(words("#include <IOP.idl>\n"), "own");
  EXPECT_EQ(words("#include \"tao/IOP.pidl\"\n"), "own");
  EXPECT_EQ(words("#include <COS/IOP.idl>\n"), "own");
  EXPECT_EQ(run("#include <COS/IOP.idl>\n")->events.front().written, "IOP.idl");
  reader_.add("given/COS/IOP.idl", "given\n");
  EXPECT_EQ(words("#include <COS/IOP.idl>\n"), "given");
  EXPECT_EQ(run("#include <COS/IOP.idl>\n")->events.front().written, "COS/IOP.idl");
  EXPECT_FALSE(run("#include <COS/Unknown.idl>\n"));
}

TEST_F(PreprocessTest, OptionsDefineAndUndefine) {
  options_.macros = {{true, "A=1"}, {true, "B"}, {true, "C=3"}, {false, "C"}};
  EXPECT_EQ(words("A B C\n"), "1 1 C");
}

TEST_F(PreprocessTest, BadMacroOptionIsAnError) {
  options_.macros = {{true, "1A"}};
  EXPECT_FALSE(run("x\n"));
  EXPECT_TRUE(diagnostics_.has_errors());
}

TEST_F(PreprocessTest, IdlIsNotCPlusPlus) {
  EXPECT_EQ(words("class new delete and or not xor operator\n"), "class new delete and or not xor operator");
  EXPECT_EQ(words("#ifdef __cplusplus\nno\n#else\nyes\n#endif\n"), "yes");
  EXPECT_EQ(words("sequence<::A> 1.5d L'x' 0777 @key(1)\n"), "sequence<::A> 1.5d L'x' 0777 @key(1)");
}

TEST_F(PreprocessTest, TokensKeepTheirPlaces) {
  reader_.add("inc.idl", "/* a */ first\n");
  EXPECT_EQ(place("#include \"inc.idl\"\n   second third\n", "first"), "inc.idl:1:9");
  EXPECT_EQ(place("#include \"inc.idl\"\n   second third\n", "second"), "main.idl:2:4");
  EXPECT_EQ(place("#include \"inc.idl\"\n   second third\n", "third"), "main.idl:2:11");
  EXPECT_EQ(place("a /* x\ny */ b\n", "b"), "main.idl:2:6");
}

TEST_F(PreprocessTest, ExpandedTokensStandWhereTheMacroWasCalled) {
  EXPECT_EQ(place("#define T unsigned long\n\n  x T y\n", "long"), "main.idl:3:5");
  EXPECT_EQ(place("#define T unsigned long\n\n  x T y\n", "y"), "main.idl:3:7");
  EXPECT_EQ(place("#define N 512\n\n  x[N] y\n", "512"), "main.idl:3:5");
  EXPECT_EQ(place("#define N 512\n#define M N\n\n  x[M] y\n", "512"), "main.idl:4:5");
  EXPECT_EQ(place("x\n#define A foo bar\nA\n", "bar"), "main.idl:3:1");
  EXPECT_EQ(place("#define V(a) a z\n  V(foo) y\n", "foo"), "main.idl:2:5");
  EXPECT_EQ(place("#define V(a) a z\n  V(foo) y\n", "z"), "main.idl:2:3");
  EXPECT_EQ(place("#define V(a) a z\n  V(foo) y\n", "y"), "main.idl:2:10");
  reader_.add("inc.idl", "#define FAR 1 2\n");
  EXPECT_EQ(place("#include \"inc.idl\"\n  FAR y\n", "2"), "main.idl:2:3");
  EXPECT_EQ(place("#define N 1\nN\n#line 70 \"other.idl\"\n  x\n", "x"), "other.idl:70:3");
}

TEST_F(PreprocessTest, IncludesAreSoughtBesideTheFileAndInTheDirectories) {
  options_.include_directories = {"one", "two/"};
  reader_.add("sub/a.idl", "#include \"b.idl\"\n");
  reader_.add("sub/b.idl", "beside\n");
  reader_.add("two/c.idl", "two\n");
  reader_.add("one/c.idl", "one\n");
  reader_.add("c.idl", "here\n");
  EXPECT_EQ(words("#include \"sub/a.idl\"\n#include <c.idl>\n#include \"c.idl\"\n"), "beside one here");
}

TEST_F(PreprocessTest, AFileWithPragmaOnceIsReadOnceByWhateverPath) {
  options_.include_directories = {"parts", "./parts/../parts"};
  reader_.add("parts/unit.idl", " # pragma once // of a guard\nunit\n");
  const auto output =
      run("#include <unit.idl>\n#include \"parts/../parts/unit.idl\"\n#include \"parts/unit.idl\"\nend\n");
  ASSERT_TRUE(output) << diagnostics_.render_all();
  EXPECT_EQ(output->text.find("unit"), output->text.rfind("unit"));
  ASSERT_EQ(output->events.size(), 6U);
  EXPECT_FALSE(output->events[0].is_repeated);
  EXPECT_TRUE(output->events[2].is_repeated);
  EXPECT_EQ(output->events[2].written, "parts/../parts/unit.idl");
  EXPECT_EQ(output->events[2].file, output->events[0].file);
  EXPECT_TRUE(output->events[4].is_repeated);
  EXPECT_EQ(diagnostics_.render_all(), "");
}

TEST_F(PreprocessTest, PragmaOnceHoldsForTheMainFileToo) {
  EXPECT_EQ(words("#pragma once\n#include \"main.idl\"\n#include \"./main.idl\"\nmain\n"), "main");
  reader_.add("part.idl", "#ifndef FIRST\n#define FIRST\n#include \"main.idl\"\n#endif\npart\n");
  EXPECT_EQ(words("#include \"part.idl\"\n#pragma once\n#include \"./main.idl\"\nmain\n"), "part main part main");
}

TEST_F(PreprocessTest, WithoutPragmaOnceAFileIsReadAsOftenAsItIsIncluded) {
  reader_.add("unit.idl", "unit\n");
  EXPECT_EQ(words("#include \"unit.idl\"\n#include \"unit.idl\"\n"), "unit unit");
}

TEST_F(PreprocessTest, FileEventsFrameWhatTheFileHolds) {
  reader_.add("a.idl", "inside\n");
  const auto output = run("before\n#include \"a.idl\"\nafter\n#include <a.idl>\n");
  EXPECT_FALSE(output);  // <a.idl> is in no include directory
  EXPECT_EQ(diagnostics_.error_count(), 1U);
  const auto good = run("before\n#include \"a.idl\"\nafter\n");
  ASSERT_TRUE(good);
  ASSERT_EQ(good->events.size(), 2U);
  EXPECT_TRUE(good->events[0].enters);
  EXPECT_EQ(good->events[0].written, "a.idl");
  EXPECT_FALSE(good->events[0].angled);
  const std::string between =
      good->text.substr(good->events[0].offset, good->events[1].offset - good->events[0].offset);
  EXPECT_NE(between.find("inside"), std::string::npos);
  EXPECT_EQ(between.find("after"), std::string::npos);
}

TEST_F(PreprocessTest, PragmasComeThrough) {
  EXPECT_EQ(words("#pragma prefix \"x\"\n# pragma ID A \"b\"\nlong\n"), "#pragma prefix \"x\" #pragma ID A \"b\" long");
}

TEST_F(PreprocessTest, EmptyPragmasDoNoHarm) {
  for (const char* text :
       {"#pragma", "#pragma\n", "#pragma\rn", "#pragma\\\n", "#pragma\\\n\nx", "#pr\\\nagma\n", "%:pragma\n",
        "/**/#pragma\n", "# /**/ pragma\n", "#pragma\r\n#pragma\r\n", "#pragma// x\n", "#pragma/**/\n",
        "/**/ #/* x */pragma//\n", "#pragma\\\n// x\n", "#pra\\\ngma/* x */\n", "#pragma/\\\n/ x\n"}) {
    EXPECT_TRUE(run(text)) << text;
    EXPECT_FALSE(diagnostics_.has_errors()) << text;
  }
}

TEST_F(PreprocessTest, BrokenConditionsEnd) {
  for (const char* text :
       {"#if defined(F\n#endif\n", "#if (\n", "#elif\n", "#if 1 / 0\n#endif\n", "#ifdef\n#endif\n"}) {
    EXPECT_FALSE(run(text)) << text;
  }
  EXPECT_TRUE(diagnostics_.has_errors());
}

TEST_F(PreprocessTest, NulOctetsAreRefusedAtOnce) {
  EXPECT_FALSE(run(std::string("struct\0 S", 9)));
  ASSERT_EQ(diagnostics_.all().size(), 1U);
  EXPECT_EQ(diagnostics_.all()[0].range.begin.column, 7U);
}

TEST_F(PreprocessTest, ExplodingMacrosAreStopped) {
  std::string text = "#define A0 x x\n";
  for (int level = 1; level < 40; ++level) {
    const std::string below = "A" + std::to_string(level - 1);
    text += "#define A" + std::to_string(level) + " " + below + " " + below + "\n";
  }
  EXPECT_FALSE(run(text + "A39\n"));
  ASSERT_EQ(diagnostics_.error_count(), 1U);
  EXPECT_NE(diagnostics_.all()[0].message.find("macro"), std::string::npos);
}

TEST_F(PreprocessTest, LineMarkersNameTheSources) {
  reader_.add("a.idl", "inside\n");
  const auto output = run("#include \"a.idl\"\n\n  after it\n");
  ASSERT_TRUE(output);
  EXPECT_EQ(with_line_markers(*output, files_), "# 1 \"a.idl\"\ninside\n# 3 \"main.idl\"\n  after it\n");
}

TEST_F(PreprocessTest, ConcatenationAndStrings) {
  EXPECT_EQ(words("#define J(a, b) a##b\n#define S(a) #a\nJ(fo, o) S(bar)\n"), "foo \"bar\"");
}

}  // namespace
}  // namespace dimma::idl::test
