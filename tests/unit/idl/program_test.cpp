// The program itself: exit status, what it prints, and that it writes all files or none.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

namespace fs = std::filesystem;

class ProgramTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "dimma-idl-program-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all, fs::perm_options::add);
    fs::remove_all(folder_);
  }

  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  // Runs in the folder; keeps what was printed, both streams together.
  int run(const std::string& arguments, const std::string& by = {}) {
    const std::string command =
        "cd '" + folder_.string() + "' && " + by + "'" DIMMA_IDL_PROGRAM "' " + arguments + " > .printed 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream printed(folder_ / ".printed");
    printed_.assign(std::istreambuf_iterator<char>(printed), std::istreambuf_iterator<char>());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  bool printed(const std::string& text) const { return printed_.find(text) != std::string::npos; }

  std::string text(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  std::size_t count(const std::string& subfolder) const {
    if (!fs::exists(folder_ / subfolder)) return 0;
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_ / subfolder), fs::directory_iterator()));
  }

  fs::path folder_;
  std::string printed_;
};

TEST_F(ProgramTest, FormatsFilesAndItsInput) {
  put("a.idl", "module  M{\ntypedef long A;\n};");
  put("b.idl", "typedef long B;\n");
  fs::create_symlink("a.idl", folder_ / "link.idl");
  fs::permissions(folder_ / "a.idl", fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(run("--format --check link.idl b.idl"), 1);
  EXPECT_EQ(printed_, "link.idl\n");
  EXPECT_EQ(run("--format link.idl b.idl"), 0);
  EXPECT_EQ(printed_, "");
  EXPECT_EQ(text("a.idl"), "module M {\n  typedef long A;\n};\n");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.idl"));
  EXPECT_EQ(fs::status(folder_ / "a.idl").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(run("--format --check a.idl b.idl"), 0);
  EXPECT_EQ(run("--format", "printf 'typedef  long A ;' | "), 0);
  EXPECT_EQ(printed_, "typedef long A;\n");
  EXPECT_EQ(run("--format none.idl a.idl"), 1);
  EXPECT_TRUE(printed("cannot format 'none.idl': there is no such file"));
  EXPECT_EQ(run("--check a.idl"), 2);
}

TEST_F(ProgramTest, HelpAndVersion) {
  EXPECT_EQ(run("--help"), 0);
  EXPECT_TRUE(printed("usage: dimma-idl"));
  EXPECT_EQ(run("--version"), 0);
  EXPECT_TRUE(printed("dimma-idl 0."));
}

TEST_F(ProgramTest, MistakesOnTheCommandLine) {
  EXPECT_EQ(run(""), 2);
  EXPECT_TRUE(printed("no input file"));
  EXPECT_EQ(run("--unknown a.idl"), 2);
  EXPECT_TRUE(printed("unknown option '--unknown'"));
  EXPECT_EQ(run("a.idl -I"), 2);
}

TEST_F(ProgramTest, InputThatCannotBeRead) {
  EXPECT_EQ(run("--syntax-only missing.idl"), 1);
  EXPECT_TRUE(printed("cannot find file 'missing.idl'"));
  EXPECT_EQ(run("--syntax-only ."), 1);
  EXPECT_TRUE(printed("'.' is a directory"));
  put("empty.idl", "");
  EXPECT_EQ(run("--syntax-only empty.idl"), 1);
  EXPECT_TRUE(printed("defines nothing"));
  put("binary.idl", std::string("\x7f"
                                "ELF\0\1\2",
                                7));
  EXPECT_EQ(run("--syntax-only binary.idl"), 1);
  EXPECT_TRUE(printed("binary.idl:1:1: error: control character 0x7F"));
}

TEST_F(ProgramTest, SyntaxOnlyWritesNothing) {
  put("a.idl", "struct S { long x; };\n");
  EXPECT_EQ(run("--syntax-only -o out a.idl"), 0);
  EXPECT_EQ(printed_, "");
  EXPECT_EQ(count("out"), 0U);
}

TEST_F(ProgramTest, AnErrorInAnyFileMeansNoOutputAtAll) {
  put("good.idl", "struct S { long x; };\n");
  put("bad.idl", "struct S { lnog x; };\n");
  EXPECT_EQ(run("-o out good.idl bad.idl"), 1);
  EXPECT_TRUE(printed("bad.idl:1:12: error: 'lnog' is not declared"));
  EXPECT_EQ(count("out"), 0U);
  put("warned.idl", "struct S { long x; };;\n");
  EXPECT_EQ(run("-Werror -o out warned.idl"), 1);
  EXPECT_EQ(count("out"), 0U);
}

// The time must grow with the length of the text, not with the number of paths through it, which would take forever
// here.
TEST_F(ProgramTest, ManyLevelsOfWhatIsNamedTwiceEnd) {
  constexpr int levels = 36;
  const auto each_level = [](const std::string& begin, const std::string& pattern) {
    std::string text = begin;
    for (int level = 1; level < levels; ++level) {
      for (const char c : pattern) {
        text += c == '#' ? std::to_string(level) : c == '$' ? std::to_string(level - 1) : std::string(1, c);
      }
      text += '\n';
    }
    return text;
  };
  const std::string diamond = "A# : A$, B$ { void of_a#(); }; KIND B# : A$, B$ { void of_b#(); };";
  const auto of_kind = [&](const std::string& kind) {
    std::string pattern = "KIND " + diamond;
    for (std::size_t at = pattern.find("KIND"); at != std::string::npos; at = pattern.find("KIND")) {
      pattern.replace(at, 4, kind);
    }
    return each_level(kind + " A0 { void of_a0(); }; " + kind + " B0 { void of_b0(); };\n", pattern);
  };
  const std::string top = std::to_string(levels - 1);
  put("interfaces.idl", "#pragma prefix \"i\"\n" + of_kind("interface") + "valuetype V supports A" + top +
                            " { public long x; }; valuetype W : V supports A" + top + " { };\n");
  put("abstract.idl", of_kind("abstract interface"));
  put("values.idl", of_kind("abstract valuetype") + "valuetype V : A" + top + " { };\n");
  put("structs.idl", each_level("struct S0 { long x; };\n", "struct S# { S$ x; S$ y; };"));
  put("strings.idl", each_level("struct S0 { string x; };\n",
                                "typedef S$ T#[2]; struct S# { S$ x; T# y; }; exception E# { S$ x; S$ y; };") +
                         "interface I { S" + top + " f(in S" + top + " x); };\n");
  put("unions.idl",
      each_level("struct U0 { long x; };\n", "union U# switch (long) { case 1: U$ x; case 2: sequence<U$> y; };"));
  put("bases.idl", each_level("struct D0 { sequence<string> x; };\n", "struct D# : D$ { D$ y#; };"));
  for (const char* file :
       {"interfaces.idl", "abstract.idl", "values.idl", "structs.idl", "strings.idl", "unions.idl", "bases.idl"}) {
    EXPECT_EQ(run(std::string("-w --comparison --ami --asio -o out ") + file, "timeout -s KILL 120 "), 0)
        << file << ": " << printed_;
  }
}

// Everything after the parser follows types by recursion.
TEST_F(ProgramTest, TypesThatAreNestedTooDeepAreRefused) {
  const auto chain = [](const std::string& first, const std::string& begin, const std::string& between,
                        const std::string& end, int levels) {
    std::string text = first;
    for (int level = 1; level < levels; ++level) {
      text += begin + std::to_string(level) + between + std::to_string(level - 1) + end;
    }
    return text;
  };
  const auto structs = [&](int levels) {
    return chain("struct T0 { long x; };\n", "struct T", " { T", " x; };\n", levels);
  };
  put("structs.idl", structs(30000));
  put("bases.idl", chain("struct T0 { long x; };\n", "struct T", " : T", " { };\n", 30000));
  put("unions.idl", chain("struct T0 { long x; };\n", "union T", " switch (long) { case 1: T", " x; };\n", 30000));
  put("interfaces.idl", chain("interface T0 { };\n", "interface T", " : T", " { };\n", 30000));
  put("values.idl", chain("valuetype T0 { };\n", "valuetype T", " : T", " { };\n", 30000));
  std::string sequences = "typedef long T0;\n";
  std::string aliases = sequences;
  std::string arrays = sequences;
  for (int level = 1; level < 30000; ++level) {
    const std::string number = std::to_string(level);
    const std::string before = "T" + std::to_string(level - 1);
    sequences += "typedef sequence<" + before + "> T" + number + ";\n";
    aliases += "typedef " + before + " T" + number + ";\n";
    arrays += "typedef " + before + " T" + number + "[1];\n";
  }
  put("sequences.idl", sequences);
  put("aliases.idl", aliases);
  put("arrays.idl", arrays);
  for (const char* file : {"structs.idl", "bases.idl", "unions.idl", "interfaces.idl", "values.idl", "sequences.idl",
                           "aliases.idl", "arrays.idl"}) {
    EXPECT_EQ(run(std::string("-o out ") + file, "timeout -s KILL 240 "), 1) << file << ": " << printed_;
    EXPECT_NE(printed_.find("is a type within types, more than 1000 levels deep"), std::string::npos) << printed_;
  }
  put("allowed.idl", structs(300));
  EXPECT_EQ(run("-o out allowed.idl", "timeout -s KILL 240 "), 0) << printed_;
}

TEST_F(ProgramTest, FilesOfMacrosAloneAreAccepted) {
  put("macros.idl", "#ifndef M\n#define M 3\n#endif\n");
  EXPECT_EQ(run("-o out macros.idl"), 0) << printed_;
  EXPECT_EQ(printed_, "");
  EXPECT_EQ(count("out"), 4U);
}

TEST_F(ProgramTest, SeveralFilesAreCheckedInOneRun) {
  put("a.idl", "struct A { foo x; };\n");
  put("b.idl", "struct B { bar x; };\n");
  EXPECT_EQ(run("--syntax-only a.idl b.idl"), 1);
  EXPECT_TRUE(printed("a.idl:1:12"));
  EXPECT_TRUE(printed("b.idl:1:12"));
}

TEST_F(ProgramTest, Preprocesses) {
  put("inc/b.idl", "typedef long B;\n");
  put("a.idl", "#include <b.idl>\n#ifdef X\ntypedef B A;\n#endif\n");
  EXPECT_EQ(run("-E -I inc -DX a.idl"), 0);
  EXPECT_EQ(printed_, "# 1 \"inc/b.idl\"\ntypedef long B;\n# 3 \"a.idl\"\ntypedef B A;\n");
}

// A run writes all its files into one folder.
TEST_F(ProgramTest, HeadersOfOneRunIncludeEachOtherByTheirNamesAlone) {
  put("device/unit/sample.idl", "struct Sample { long value; };\n");
  put("device/channel.idl", "#include \"unit/sample.idl\"\ntypedef sequence<Sample> Samples;\n");
  put("app/recorder.idl",
      "#include \"../device/channel.idl\"\n#include <other.idl>\ninterface Recorder { Samples last(in Other which); "
      "};\n");
  put("device/other.idl", "typedef long Other;\n");
  EXPECT_EQ(run("-I device -o out app/recorder.idl device/channel.idl ./device/unit/../unit/sample.idl"), 0)
      << printed_;
  EXPECT_NE(text("out/recorder.hpp").find("#include \"channel.hpp\"\n#include <other.hpp>\n"), std::string::npos);
  EXPECT_NE(text("out/recorder_skel.hpp").find("#include \"channel_skel.hpp\"\n"), std::string::npos);
  EXPECT_NE(text("out/channel.hpp").find("#include \"sample.hpp\"\n"), std::string::npos);
  // A file that is compiled alone includes the path that its IDL names.
  EXPECT_EQ(run("-I device -o out app/recorder.idl"), 0) << printed_;
  EXPECT_NE(text("out/recorder.hpp").find("#include \"../device/channel.hpp\"\n"), std::string::npos);
}

TEST_F(ProgramTest, LinksToAFileWithPragmaOnceAreThatFile) {
  put("parts/unit.idl", "#pragma once\nstruct Unit { long value; };\n");
  fs::create_symlink("unit.idl", folder_ / "parts/symbolic.idl");
  fs::create_hard_link(folder_ / "parts/unit.idl", folder_ / "hard.idl");
  fs::create_directory_symlink("parts", folder_ / "other");
  put("a.idl",
      "#include \"parts/unit.idl\"\n#include \"parts/symbolic.idl\"\n#include \"hard.idl\"\n"
      "#include \"other/../other/unit.idl\"\n#include <unit.idl>\ntypedef Unit A;\n");
  EXPECT_EQ(run("--syntax-only -Werror -Wunknown-pragmas -I other -I parts a.idl"), 0) << printed_;
  EXPECT_EQ(printed_, "");
}

TEST_F(ProgramTest, WritesADepfile) {
  put("inc/b.idl", "typedef long B;\n");
  put("a.idl", "#include \"inc/b.idl\"\ntypedef B A;\n");
  EXPECT_EQ(run("--syntax-only --depfile a.d a.idl"), 0);
  EXPECT_EQ(text("a.d"), "a.d: \\\n  a.idl \\\n  inc/b.idl\n");
}

}  // namespace
