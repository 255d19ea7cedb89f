#include "idl/emit/text/writer.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using dimma::idl::cxx::NamespaceScope;
using dimma::idl::cxx::with_long_lines_broken;
using dimma::idl::cxx::Writer;

TEST(Writer, FillsPlaceholders) {
  Writer writer;
  writer.write("\nvoid $name$($type$ a);\n", {{"name", "f"}, {"type", "$long$"}});
  EXPECT_EQ(writer.text(), "void f($long$ a);\n");
}

TEST(Writer, DropsLinesOfEmptyPlaceholders) {
  Writer writer;
  writer.write("{\n  $body$\n  $more$ $rest$\n}", {{"body", ""}, {"more", ""}, {"rest", ""}});
  EXPECT_EQ(writer.text(), "{\n}\n");
}

TEST(Writer, IndentsValuesOfSeveralLines) {
  Writer writer;
  const Writer::Indentation inside(writer);
  writer.write("{\n  $body$\n}", {{"body", "a;\n\n  b;\n"}});
  EXPECT_EQ(writer.text(), "  {\n    a;\n\n      b;\n  }\n");
}

TEST(Writer, WritesNoTwoBlankLines) {
  Writer writer;
  writer.blank_line();
  writer.write("a");
  writer.blank_line();
  writer.blank_line();
  writer.write("b");
  EXPECT_EQ(writer.text(), "a\n\nb\n");
}

TEST(Writer, RefusesTemplatesWithMistakes) {
  Writer writer;
  EXPECT_THROW(writer.write("$a$", {{"b", ""}}), std::logic_error);
  EXPECT_THROW(writer.write("$a", {{"a", ""}}), std::logic_error);
}

TEST(NamespaceScope, OpensAndClosesWhatDiffers) {
  Writer writer;
  {
    NamespaceScope scope(writer);
    scope.enter({"A", "B"});
    writer.write("1");
    scope.enter({"A", "B"});
    writer.write("2");
    scope.enter({"A", "C"});
    writer.write("3");
    scope.enter({});
    writer.write("4");
  }
  EXPECT_EQ(writer.text(),
            "namespace A {\nnamespace B {\n\n1\n2\n\n}  // namespace B\n\nnamespace C {\n\n3\n\n}  // namespace C\n"
            "}  // namespace A\n\n4\n");
}

TEST(LongLines, AreBrokenAfterCommas) {
  const std::string argument(50, 'x');
  const std::string line = "  f(" + argument + ", " + argument + ", " + argument + ");";
  EXPECT_EQ(with_long_lines_broken(line), "  f(" + argument + ", " + argument + ",\n      " + argument + ");\n");
}

TEST(LongLines, AreBrokenBeforeOperatorsWhereThereIsNoComma) {
  const std::string word(70, 'x');
  EXPECT_EQ(with_long_lines_broken("struct " + word + " : " + word + " {"),
            "struct " + word + "\n    : " + word + " {\n");
  EXPECT_EQ(with_long_lines_broken(word + " || \", \" || " + word), word + " || \", \"\n    || " + word + "\n");
}

TEST(LongLines, AreBrokenAfterAParenthesisIfThereIsNothingElse) {
  const std::string word(70, 'x');
  EXPECT_EQ(with_long_lines_broken("  void " + word + "(" + word + ") {"),
            "  void " + word + "(\n      " + word + ") {\n");
}

TEST(LongLines, KeepLiteralsCommentsAndDirectivesWhole) {
  const std::string commas(100, ',');
  for (const std::string& line : {"text = \"" + commas + ", " + commas + "\\\", \";", "// " + commas + ", " + commas,
                                  "#define X " + commas + ", " + commas}) {
    EXPECT_EQ(with_long_lines_broken(line), line + "\n");
  }
}

TEST(LongLines, EndWhenThereIsNothingToBreak) {
  const std::string line(300, 'x');
  EXPECT_EQ(with_long_lines_broken(line + "\nshort"), line + "\nshort\n");
  EXPECT_EQ(with_long_lines_broken(""), "");
}

TEST(LongLines, AreNotBrokenTwiceBeforeTheSameOperator) {
  const std::string word(130, 'x');
  EXPECT_EQ(with_long_lines_broken("class Short : " + word + " {"), "class Short\n    : " + word + " {\n");
  EXPECT_EQ(with_long_lines_broken("    : " + word), "    : " + word + "\n");
}

}  // namespace
