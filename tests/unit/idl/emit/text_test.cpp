// The generated text: names of files, stamp, guards, includes, and that it is the same every time.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "emitted.hpp"
#include "idl/emit/names/own_names.hpp"
#include "idl/preprocess/builtin_idl.hpp"

namespace {

constexpr const char* sample = "module M { interface I { void op(in string s); }; };";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool is_of_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::string word_at(const std::string& text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_of_word(text[end])) ++end;
  return text.substr(begin, end - begin);
}

bool holds_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_of_word(text[at - 1])) && word_at(text, at) == word) return true;
  }
  return false;
}

// The name that a line of a header declares and defines at its first column, or "".
std::string declared_by(const std::string& line) {
  for (const char* const before : {"class ", "struct ", "enum class ", "using "}) {
    if (!line.starts_with(before)) continue;
    const std::string name = word_at(line, std::string(before).size());
    const std::string rest = line.substr(std::string(before).size() + name.size());
    const bool defines =
        rest.starts_with(" :") || rest.starts_with(" {") || rest.starts_with(" final") || rest.starts_with(" =");
    return defines ? name : std::string();
  }
  const std::string constant = "inline constexpr ";
  const std::size_t blank = line.starts_with(constant) ? line.find(' ', constant.size()) : std::string::npos;
  return blank == std::string::npos ? std::string() : word_at(line, blank + 1);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(Files, AreFourByDefault) {
  const Emitted emitted = emit_idl(sample);
  ASSERT_EQ(emitted.files.size(), 4U);
  EXPECT_EQ(emitted.files[0].path, "./t.hpp");
  EXPECT_EQ(emitted.files[1].path, "./t.cpp");
  EXPECT_EQ(emitted.files[2].path, "./t_skel.hpp");
  EXPECT_EQ(emitted.files[3].path, "./t_skel.cpp");
}

TEST(Files, FollowTheOptions) {
  dimma::idl::EmitOptions options;
  options.output_directory = "out/put";
  options.stub_header_suffix = "C.h";
  options.stub_source_suffix = "C.cpp";
  options.skeleton_header_suffix = "S.h";
  options.skeleton_source_suffix = "S.cpp";
  const Emitted emitted = emit_idl(sample, options, "some/where/test.idl");
  ASSERT_EQ(emitted.files.size(), 4U);
  EXPECT_EQ(emitted.files[0].path, "out/put/testC.h");
  EXPECT_TRUE(contains(emitted.text("testC.cpp"), "#include \"testC.h\"\n"));
  EXPECT_TRUE(contains(emitted.text("testS.h"), "#include \"testC.h\"\n"));
  EXPECT_TRUE(contains(emitted.text("testS.cpp"), "#include \"testS.h\"\n"));

  options.skeletons = false;
  EXPECT_EQ(emit_idl(sample, options).files.size(), 2U);
}

// The compiler has a list of the names that dimma's headers declare in the OMG's modules, and so can explain why it
// refuses them.
TEST(OwnNames, CoverWhatTheHeadersDeclare) {
  const std::set<std::string> modules = {"CORBA",     "Dynamic",  "DynamicAny",    "IDL", "IOP", "PortableInterceptor",
                                         "Messaging", "TimeBase", "PortableServer"};
  std::string of_idl = dimma::idl::builtin_orb_idl();
  for (const auto& file : std::filesystem::directory_iterator(DIMMA_IDL_FOLDER)) of_idl += text_of(file.path());
  std::set<std::string> unknown;
  std::size_t seen = 0;
  for (const auto& file : std::filesystem::directory_iterator(DIMMA_IDL_FOLDER "/../include/dimma")) {
    std::string scope;
    std::istringstream lines(file.is_regular_file() ? text_of(file.path()) : std::string());
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("namespace ")) scope = word_at(line, 10);
      if (line.starts_with("}  // namespace")) scope.clear();
      const std::string name = declared_by(line);
      if (!modules.contains(scope) || name.empty()) continue;
      ++seen;
      const bool is_known = !dimma::idl::cxx::own_header_with(scope, name, false).empty();
      if (name.starts_with('_') || is_known || holds_word(of_idl, name)) continue;
      unknown.insert(scope + "::" + name);
    }
  }
  EXPECT_GT(seen, 150U);
  EXPECT_EQ(unknown, std::set<std::string>());
}

TEST(OwnNames, OthersMayStandInTheOmgsModules) {
  const Emitted emitted = emit_idl(
      "module Messaging { struct Letter { long a; }; };\n"
      "module PortableServer { typedef sequence<octet> ObjectId; interface POA; };\n"
      "module M { module PortableServer { native Servant; }; };\n"
      "struct Dynamic { long a; };\n");
  EXPECT_EQ(emitted.files.size(), 4U) << emitted.messages;
  EXPECT_TRUE(contains(emitted.text("t.hpp"), "class _cxx_Dynamic"));
}

TEST(Streams, HaveOperatorsOfTheLibrarysTypesWhereTheyAreAskedFor) {
  dimma::idl::EmitOptions options;
  EXPECT_FALSE(contains(emit_idl(sample, options).text("t.hpp"), "stream_operators"));
  options.stream_operators = true;
  const std::string text = emit_idl(sample, options).text("t.hpp");
  EXPECT_TRUE(contains(text, "#include <dimma/stream_operators.hpp>\n"));
  EXPECT_TRUE(contains(text, "namespace M {\nusing ::operator<<;\n}\n")) << text;
}

TEST(Skeletons, AreIndentedEvenly) {
  const std::string text = emit_idl("interface I { long op(out string s); };").text("t_skel.cpp");
  EXPECT_TRUE(contains(text,
                       "\n  auto& _out = _request.reply();\n  ::dimma::cdr::write(_out, _result);\n"
                       "  ::dimma::cdr::write(_out, s);\n}\n"))
      << text;
}

TEST(Files, BeginServantsWhereTheyAreAskedFor) {
  dimma::idl::EmitOptions options;
  options.servants = true;
  options.servant_header_suffix = "_i.h";
  const Emitted emitted =
      emit_idl("module M { interface I { }; interface J_ { }; struct I_impl { long x; }; };", options);
  ASSERT_EQ(emitted.files.size(), 6U);
  EXPECT_TRUE(emitted.files[4].is_begun && emitted.files[5].is_begun && !emitted.files[3].is_begun);
  EXPECT_EQ(emitted.files[4].path, "./t_i.h");
  // IDL does not use these names, and C++ allows them.
  EXPECT_TRUE(contains(emitted.text("t_i.h"), "class I_impl_ :")) << emitted.text("t_i.h");
  EXPECT_TRUE(contains(emitted.text("t_i.h"), "class J_impl :")) << emitted.text("t_i.h");
  EXPECT_TRUE(contains(emitted.text("t_impl.cpp"), "#include \"t_i.h\"\n"));
}

TEST(Files, AreTheSameEveryTime) {
  const Emitted first = emit_idl(sample);
  const Emitted second = emit_idl(sample);
  for (std::size_t i = 0; i < first.files.size(); ++i) EXPECT_EQ(first.files[i].text, second.files[i].text);
}

TEST(Files, SayWhereTheyComeFromWithoutAnAbsolutePath) {
  EXPECT_EQ(first_line(emit_idl(sample, {}, "sub/t.idl").text("t.hpp")),
            "// Generated by dimma-idl " DIMMA_IDL_VERSION " from sub/t.idl; do not edit.");
  const Emitted absolute = emit_idl(sample, {}, "/very/secret/t.idl");
  for (const auto& file : absolute.files) {
    EXPECT_EQ(first_line(file.text), "// Generated by dimma-idl " DIMMA_IDL_VERSION " from t.idl; do not edit.");
    EXPECT_FALSE(contains(file.text, "secret"));
  }
}

TEST(Files, HaveGuardsThatDifferForFilesOfTheSameName) {
  const std::string one = emit_idl("const long A = 1;", {}, "one/t.idl").text("t.hpp");
  const std::string two = emit_idl("const long B = 1;", {}, "two/t.idl").text("t.hpp");
  const auto guard = [](const std::string& text) {
    const auto at = text.find("#ifndef ");
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_TRUE(contains(guard(one), "#ifndef DIMMA_IDL_T_"));
  EXPECT_NE(guard(one), guard(two));
}

TEST(Files, KeepToTheLineLength) {
  const std::string idl =
      "module ALongModule { interface ALongBaseName {}; interface ALongInterface : ALongBaseName { void anOperation(in "
      "long theFirstOfAll, inout string theSecondOfAll, out double theThirdOfAll, in ALongInterface theFourth); }; "
      "interface AnotherLongInterface : ALongInterface {}; };";
  for (const auto& file : emit_idl(idl).files) {
    std::size_t start = 0;
    while (start < file.text.size()) {
      const std::size_t end = file.text.find('\n', start);
      EXPECT_LE(end - start, 120U) << file.text.substr(start, end - start);
      EXPECT_NE(file.text[end - 1], ' ');
      start = end + 1;
    }
  }
}

TEST(Includes, BecomeIncludesOfGeneratedHeaders) {
  const Emitted emitted = emit_idl("#include \"included.idl\"\n#include \"included.idl\"\nstruct S { T t_member; };",
                                   {}, "t.idl", "#ifndef G\n#define G\nstruct T { long x; };\n#endif\n");
  ASSERT_EQ(emitted.files.size(), 4U) << emitted.messages;
  EXPECT_TRUE(contains(emitted.text("t.hpp"), "#include \"included.hpp\"\n"));
  EXPECT_EQ(emitted.text("t.hpp").find("included.hpp"), emitted.text("t.hpp").rfind("included.hpp"));
  EXPECT_TRUE(contains(emitted.text("t_skel.hpp"), "#include \"included_skel.hpp\"\n"));
  EXPECT_FALSE(contains(emitted.text("t.hpp"), "class T "));
}

// The included file includes the main one.
Emitted emit_circle(const std::string& begin, const std::string& end, const std::string& included_begin) {
  return emit_idl(begin + "module Farm { interface Hen; };\n#include \"included.idl\"\n" +
                      "module Farm { interface Hen { Egg lay(); }; };\n" + end,
                  {}, "t.idl",
                  included_begin + "module Farm { interface Egg; };\n#include \"./t.idl\"\n" +
                      "module Farm { interface Egg { Hen hatch(); }; };\n" + end);
}

TEST(Includes, InACircleMayBeKeptApartByPragmaOnce) {
  const Emitted once = emit_circle("#pragma once\n\n", "", "#pragma once\n\n");
  const Emitted guarded = emit_circle("#ifndef T\n#define T\n", "#endif\n", "#ifndef I\n#define I\n");
  ASSERT_FALSE(once.files.empty()) << once.messages;
  const auto without_guard = [](const std::string& text) {
    const std::size_t begin = text.find("#include");
    return text.substr(begin, text.rfind("#endif") - begin);
  };
  EXPECT_TRUE(contains(once.text("t.hpp"), "class Egg;\n"));
  EXPECT_EQ(without_guard(once.text("t.hpp")), without_guard(guarded.text("t.hpp")));
}

// Without the include, `t_deferred.hpp` would lack the base class of its own skeleton.
TEST(Includes, RemainIfAnotherFileIncludedTheSameBefore) {
  for (const char* const guard : {"#pragma once\n%\n", "#ifndef T\n#define T\n%\n#endif\n"}) {
    std::string base = guard;
    base.replace(base.find('%'), 1, "interface Base { void work(); };");
    dimma::idl::MemoryReader reader;
    reader.add("base.idl", base);
    reader.add("middle.idl", "#include \"base.idl\"\ninterface Middle { void work_on(in Base which); };");
    reader.add("t.idl",
               "#include \"middle.idl\"\n#include \"./base.idl\"\n#include \"base.idl\"\ninterface S : Base { };");
    dimma::idl::EmitOptions options;
    options.deferred = true;
    const Emitted emitted = emit_file("t.idl", reader, options);
    EXPECT_TRUE(contains(emitted.text("t.hpp"), "#include \"middle.hpp\"\n")) << emitted.messages;
    EXPECT_TRUE(contains(emitted.text("t_deferred.hpp"), "base_deferred.hpp\"\n"));
    EXPECT_FALSE(contains(emitted.text("t_deferred.hpp"), "middle_deferred.hpp\"\n"));
  }
}

// In C++ the include would put the file's definitions into the module's namespace.
TEST(Includes, BelongToNoModuleIfTheFileWasReadBefore) {
  const Emitted emitted =
      emit_idl("#include \"included.idl\"\nmodule M {\n#include \"included.idl\"\nstruct S { T t_member; }; };", {},
               "t.idl", "#pragma once\ntypedef long T;\n");
  ASSERT_FALSE(emitted.files.empty()) << emitted.messages;
  EXPECT_FALSE(contains(emitted.text("t.hpp"), "using T"));
  EXPECT_TRUE(contains(emitted.text("t.hpp"), "#include \"included.hpp\"\n"));
}

TEST(Includes, SkipTheFileItself) {
  const Emitted emitted = emit_idl("#pragma once\n#include \"t.idl\"\nstruct S { long x; };");
  EXPECT_FALSE(contains(emitted.text("t.hpp"), "#include \"t.hpp\"")) << emitted.messages;
}

TEST(Includes, SkipOrbIdl) {
  const Emitted emitted = emit_idl("#include <orb.idl>\nstruct S { CORBA::OctetSeq octets; };");
  ASSERT_EQ(emitted.files.size(), 4U) << emitted.messages;
  EXPECT_FALSE(contains(emitted.text("t.hpp"), "orb.hpp"));
  EXPECT_TRUE(contains(emitted.text("t.hpp"), "::CORBA::OctetSeq octets_;"));
}

TEST(Comparison, IsLeftOutByDefaultAndForReferences) {
  dimma::idl::EmitOptions options;
  const std::string idl = "struct Plain { long x; };\ninterface I {};\nstruct WithReference { sequence<I> refs; };";
  EXPECT_FALSE(contains(emit_idl(idl).text("t.hpp"), "operator=="));
  options.write_comparison = true;
  const std::string text = emit_idl(idl, options).text("t.hpp");
  EXPECT_TRUE(contains(text, "friend bool operator==(const ::Plain& _left, const ::Plain& _right)"));
  EXPECT_FALSE(contains(text, "operator==(const ::WithReference&"));
}

TEST(DispatchTable, IsSortedAndCoversInheritedOperations) {
  const std::string text =
      emit_idl("interface A { void zeta(); attribute long alpha; }; interface B : A { void Beta(); void beta_2(); };")
          .text("t_skel.cpp");
  const std::string table = text.substr(text.rfind("SkeletonEntry", text.find("POA_B::_dispatch")));
  const std::vector<std::string> order = {"{\"Beta\"", "{\"_get_alpha\"", "{\"_set_alpha\"", "{\"beta_2\"",
                                          "{\"zeta\""};
  std::size_t at = 0;
  for (const std::string& entry : order) {
    const std::size_t found = table.find(entry);
    ASSERT_NE(found, std::string::npos) << entry;
    EXPECT_GT(found, at) << entry;
    at = found;
  }
}

TEST(RepositoryIds, FollowThePragmas) {
  const std::string text =
      emit_idl(
          "#pragma prefix \"p.q\"\nmodule M { exception E {}; interface I {};\n#pragma version I "
          "2.7\n#pragma ID E \"IDL:other/E:3.0\"\n};")
          .text("t.cpp") +
      emit_idl("#pragma prefix \"p.q\"\nmodule M { interface I {};\n#pragma version I 2.7\n};").text("t.hpp");
  EXPECT_TRUE(contains(text, "\"IDL:other/E:3.0\""));
  EXPECT_TRUE(contains(text, "_interface_tag{\"IDL:p.q/M/I:2.7\"}"));
}

}  // namespace
