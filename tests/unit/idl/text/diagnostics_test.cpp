#include "idl/text/diagnostics.hpp"

#include <gtest/gtest.h>

#include "unit/idl/checked.hpp"

namespace dimma::idl::test {
namespace {

TEST(Diagnostics, RenderPlaceMessageLineAndMarker) {
  const Checked checked(
      "module Shop {\n"
      "\tstruct Item { lnog price; };\n"
      "  typedef long Count;\n"
      "  interface Till {\n"
      "    void pay(in Count amount)\n"
      "    void Pay();\n"
      "  };\n"
      "};;\n");
  EXPECT_EQ(
      checked.diagnostics.render_all(),
      "test.idl:2:16: error: 'lnog' is not declared; did you mean 'long'?\n"
      "     struct Item { lnog price; };\n"
      "                   ^~~~\n"
      "test.idl:5:30: error: expected ';' after operation, found 'void'\n"
      "        void pay(in Count amount)\n"
      "                                 ^\n"
      "test.idl:6:10: error: 'Pay' differs only in case from 'pay'\n"
      "        void Pay();\n"
      "             ^~~\n"
      "test.idl:5:10: note: 'pay' first declared here\n"
      "        void pay(in Count amount)\n"
      "             ^~~\n"
      "test.idl:6:10: note: names that differ only in case are one name in IDL; with --case-sensitive they are two\n"
      "        void Pay();\n"
      "             ^~~\n"
      "test.idl:8:3: warning: stray ';'\n"
      "    };;\n"
      "      ^\n"
      "3 errors, 1 warning\n");
}

TEST(Diagnostics, LongLinesAreCutAroundTheMarker) {
  SourceFiles files;
  const FileId file = files.add("long.idl", std::string(500, 'a') + "X" + std::string(500, 'b'));
  Diagnostics diagnostics(files);
  diagnostics.error({{file, 1, 501}, 1}, "here");
  const std::string text = diagnostics.render(diagnostics.all().front());
  EXPECT_LT(text.size(), 400U);
  const std::size_t line = text.find('\n') + 1;
  const std::size_t marker = text.find('\n', line) + 1;
  EXPECT_EQ(text[line + (text.find('^') - marker)], 'X');
}

TEST(Diagnostics, MarkersBeyondTheLineDoNoHarm) {
  SourceFiles files;
  const FileId file = files.add("short.idl", "ab\n");
  Diagnostics diagnostics(files);
  diagnostics.error({{file, 1, 1000}, 1000}, "beyond");
  diagnostics.error({{file, 99, 1}, 1}, "no such line");
  diagnostics.error({{77, 1, 1}, 1}, "no such file");
  EXPECT_EQ(diagnostics.render(diagnostics.all()[0]), "short.idl:1:1000: error: beyond\n    ab\n      ^\n");
  EXPECT_EQ(diagnostics.render(diagnostics.all()[1]), "short.idl:99:1: error: no such line\n");
}

TEST(Diagnostics, ControlCharactersAreNotShown) {
  SourceFiles files;
  const FileId file = files.add("odd.idl", "a\x1b[31mb\tc");
  Diagnostics diagnostics(files);
  diagnostics.error({{file, 1, 1}, 1}, "odd");
  EXPECT_NE(diagnostics.render(diagnostics.all()[0]).find("a?[31mb c"), std::string::npos);
}

TEST(Diagnostics, TheSameErrorIsGivenOnce) {
  SourceFiles files;
  Diagnostics diagnostics(files);
  const SourceRange here{{files.add("a.idl", "x"), 1, 1}, 1};
  diagnostics.error(here, "twice");
  diagnostics.note(here, "kept");
  diagnostics.error(here, "twice");
  diagnostics.note(here, "dropped with its error");
  EXPECT_EQ(diagnostics.error_count(), 1U);
  EXPECT_EQ(diagnostics.all().size(), 2U);
}

TEST(Diagnostics, StopAtTheLimit) {
  SourceFiles files;
  DiagnosticOptions options;
  options.error_limit = 2;
  Diagnostics diagnostics(files, options);
  const FileId file = files.add("a.idl", "x");
  diagnostics.error({{file, 1, 1}, 1}, "one");
  diagnostics.error({{file, 1, 2}, 1}, "two");
  EXPECT_THROW(diagnostics.error({{file, 1, 3}, 1}, "three"), TooManyErrors);
  EXPECT_NE(diagnostics.render_all().find("too many errors"), std::string::npos);
}

TEST(Diagnostics, WarningsCanBeErrorsOrNothing) {
  SourceFiles files;
  const SourceRange here{{files.add("a.idl", "x"), 1, 1}, 1};
  DiagnosticOptions strict;
  strict.warnings_are_errors = true;
  Diagnostics errors(files, strict);
  errors.warning(here, "w");
  EXPECT_TRUE(errors.has_errors());
  DiagnosticOptions quiet;
  quiet.suppress_warnings = true;
  Diagnostics nothing(files, quiet);
  nothing.warning(here, "w");
  nothing.note(here, "n");
  EXPECT_TRUE(nothing.all().empty());
  Diagnostics usual(files);
  usual.warning(here, "p", WarningKind::UnknownPragmas);
  EXPECT_TRUE(usual.all().empty());
}

}  // namespace
}  // namespace dimma::idl::test
