#include "idl/text/token.hpp"

#include <gtest/gtest.h>

namespace dimma::idl {
namespace {

TEST(Token, KeywordsAreKnownInTheirSpellingOnly) {
  EXPECT_EQ(keyword("module"), TokenKind::KwModule);
  EXPECT_EQ(keyword("abstract"), TokenKind::KwAbstract);
  EXPECT_EQ(keyword("wstring"), TokenKind::KwWstring);
  EXPECT_EQ(keyword("TRUE"), TokenKind::KwTrue);
  EXPECT_EQ(keyword("Object"), TokenKind::KwObject);
  EXPECT_EQ(keyword("ValueBase"), TokenKind::KwValueBase);
  EXPECT_EQ(keyword("object"), std::nullopt);
  EXPECT_EQ(keyword("Module"), std::nullopt);
  EXPECT_EQ(keyword("modules"), std::nullopt);
}

TEST(Token, KeywordsAreFoundIgnoringCase) {
  EXPECT_STREQ(keyword_ignoring_case("MODULE"), "module");
  EXPECT_STREQ(keyword_ignoring_case("object"), "Object");
  EXPECT_EQ(keyword_ignoring_case("objects"), nullptr);
}

TEST(Token, EachKindDescribesItself) {
  EXPECT_EQ(describe(TokenKind::Semicolon), "';'");
  EXPECT_EQ(describe(TokenKind::ScopeMark), "'::'");
  EXPECT_EQ(describe(TokenKind::Tilde), "'~'");
  EXPECT_EQ(describe(TokenKind::KwAbstract), "'abstract'");
  EXPECT_EQ(describe(TokenKind::KwWstring), "'wstring'");
  EXPECT_EQ(describe(TokenKind::EndOfFile), "end of file");
}

TEST(Token, NearWordsAreSuggested) {
  EXPECT_EQ(nearest_keyword("interfcae"), "interface");
  EXPECT_EQ(nearest_keyword("modul"), "module");
  EXPECT_EQ(nearest_keyword("elephant"), "");
  EXPECT_EQ(nearest_keyword("root"), "");
}

TEST(Token, EditDistanceStopsAtItsLimit) {
  EXPECT_EQ(edit_distance("kitten", "kitten", 2), 0U);
  EXPECT_EQ(edit_distance("kitten", "sitten", 2), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3U);
  EXPECT_EQ(edit_distance("a", "abcdefgh", 2), 3U);
  EXPECT_EQ(edit_distance("viod", "void", 2), 1U);
}

}  // namespace
}  // namespace dimma::idl
