// The words that the scanner of `dimma port` finds in C++ source text.
#include "services/tools/port/scanner.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dimma::tools::port {
namespace {

std::vector<Word> words(std::string_view text) {
  Scanner scanner(text);
  std::vector<Word> all;
  for (Word word = scanner.next(); word.kind != Word::Kind::end; word = scanner.next()) all.push_back(word);
  return all;
}

std::string names(std::string_view text) {
  std::string joined;
  for (const Word& word : words(text)) joined += (joined.empty() ? "" : " ") + word.text;
  return joined;
}

TEST(Scanner, JoinsQualifiedNames) {
  EXPECT_EQ(names("::CORBA::ORB_var orb = CORBA :: ORB::_nil();"), "CORBA::ORB_var orb CORBA::ORB::_nil");
  EXPECT_EQ(names("M::~M(); a ? b : ::C::d; Seq<M::X>::Y"), "M M a b C::d Seq M::X Y");
}

TEST(Scanner, TellsMembersFromNames) {
  const auto found = words("poa->the_POAManager().activate(x)");
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].kind, Word::Kind::name);
  EXPECT_EQ(found[1].kind, Word::Kind::member);
  EXPECT_EQ(found[2].kind, Word::Kind::member);
  EXPECT_EQ(found[3].kind, Word::Kind::name);
}

TEST(Scanner, SkipsCommentsAndLiterals) {
  EXPECT_EQ(names("a // b\nc /* d\n e */ f"), "a c f");
  EXPECT_EQ(names("a // b \\\n c\nd"), "a d");
  EXPECT_EQ(names("a // b \\\r\n c\r\nd"), "a d");
  EXPECT_EQ(names(R"(a "b \" c" 'd' '\'' L"e" u8"f" U'g' h)"), "a h");
  EXPECT_EQ(names("R\"x(a \" )\" b)x\" c LR\"(d)\" e"), "c e");
  EXPECT_EQ(names("1'000'000 0x1fUL 1e5f .5f a"), "a");
}

TEST(Scanner, EndsLiteralsThatAreNotClosedWithTheirLine) {
  EXPECT_EQ(names("#error don't do that\nCORBA::Any"), "error don CORBA::Any");
  EXPECT_EQ(names("\"a\nb"), "b");
  EXPECT_EQ(names("/* a"), "");
  EXPECT_EQ(names("R\"("), "");
  EXPECT_EQ(names("a::"), "a");
  EXPECT_EQ(names("\"\\"), "");
}

TEST(Scanner, FindsIncludes) {
  const auto found =
      words("#include <a/b.h>\n  #  include \"c.hh\" // x\n#include MACRO\nx #include <y>\n#include <z\nw");
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found[0].kind, Word::Kind::include);
  EXPECT_EQ(found[0].text, "a/b.h");
  EXPECT_EQ(found[1].kind, Word::Kind::include);
  EXPECT_EQ(found[1].text, "c.hh");
  EXPECT_EQ(found[1].line, 2U);
  for (std::size_t index = 2; index < found.size(); ++index) EXPECT_NE(found[index].kind, Word::Kind::include);
  EXPECT_EQ(found.back().text, "w");
}

TEST(Scanner, CountsLines) {
  const auto found = words("a\n/* \n */ b \"\\\n\" c R\"(\n\n)\" d\nM::\n  e f");
  ASSERT_EQ(found.size(), 6U);
  const std::size_t lines[] = {1, 3, 4, 6, 7, 8};
  for (std::size_t index = 0; index < found.size(); ++index) EXPECT_EQ(found[index].line, lines[index]) << index;
}

}  // namespace
}  // namespace dimma::tools::port
