#include "idl/text/lexer.hpp"

#include <gtest/gtest.h>

namespace dimma::idl {
namespace {

class LexerTest : public ::testing::Test {
 protected:
  std::vector<Token> lex(std::string text) {
    FileId file = files_.add("test.idl", text);
    text_.text = std::move(text);
    text_.runs = {{0, {file, 1, 1}, 0}};
    text_.main_file = file;
    Lexer lexer(text_, diagnostics_);
    std::vector<Token> tokens;
    for (Token token = lexer.next(); token.kind != TokenKind::EndOfFile; token = lexer.next()) tokens.push_back(token);
    return tokens;
  }

  std::vector<TokenKind> kinds(std::string text) {
    std::vector<TokenKind> found;
    for (const Token& token : lex(std::move(text))) found.push_back(token.kind);
    return found;
  }

  std::u16string decoded(std::string text) {
    const std::vector<Token> tokens = lex(std::move(text));
    return decode_literal(tokens.at(0), diagnostics_);
  }

  std::string first_message() const { return diagnostics_.all().empty() ? "" : diagnostics_.all().front().message; }

  SourceFiles files_;
  Diagnostics diagnostics_{files_};
  PreprocessedText text_;
};

using K = TokenKind;

TEST_F(LexerTest, CutsPunctuation) {
  EXPECT_EQ(kinds("a::b<c>>;"), (std::vector<K>{K::Identifier, K::ScopeMark, K::Identifier, K::Less, K::Identifier,
                                                K::Greater, K::Greater, K::Semicolon}));
  EXPECT_EQ(kinds("sequence<::A>"), (std::vector<K>{K::KwSequence, K::Less, K::ScopeMark, K::Identifier, K::Greater}));
  EXPECT_EQ(kinds("case a:::b"), (std::vector<K>{K::KwCase, K::Identifier, K::ScopeMark, K::Colon, K::Identifier}));
}

TEST_F(LexerTest, ReadsIntegers) {
  const std::vector<Token> tokens = lex("0 10 010 0x1F 0XfF 18446744073709551615");
  ASSERT_EQ(tokens.size(), 6U);
  const std::uint64_t expected[] = {0, 10, 8, 31, 255, 18446744073709551615U};
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    EXPECT_EQ(tokens[index].kind, K::IntegerLiteral);
    EXPECT_EQ(tokens[index].integer, expected[index]);
  }
  EXPECT_FALSE(diagnostics_.has_errors());
}

TEST_F(LexerTest, ReadsFloatsAndFixeds) {
  const std::vector<Token> tokens = lex("1.5 .5 1. 1e3 1.5E-2 010.5");
  const long double expected[] = {1.5L, .5L, 1.L, 1000.L, 0.015L, 10.5L};
  ASSERT_EQ(tokens.size(), 6U);
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    EXPECT_EQ(tokens[index].kind, K::FloatLiteral);
    EXPECT_EQ(tokens[index].floating, expected[index]);
  }
  EXPECT_EQ(kinds("1.5d 2D .5d 1.d"), (std::vector<K>(4, K::FixedLiteral)));
}

TEST_F(LexerTest, RefusesBadNumbers) {
  for (const char* text : {"089", "12ab", "0x", "18446744073709551616", "1e99999", "1.5f", "1.2.3", "0xFFG"}) {
    const std::size_t before = diagnostics_.error_count();
    EXPECT_EQ(lex(text).size(), 1U) << text;
    EXPECT_EQ(diagnostics_.error_count(), before + 1) << text;
  }
}

TEST_F(LexerTest, EscapedIdentifiersLoseTheirUnderscore) {
  const std::vector<Token> tokens = lex("_module module _x");
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[0].kind, K::Identifier);
  EXPECT_TRUE(tokens[0].escaped);
  EXPECT_EQ(tokens[0].text, "module");
  EXPECT_EQ(tokens[1].kind, K::KwModule);
  EXPECT_EQ(tokens[2].text, "x");
}

TEST_F(LexerTest, TokensKnowTheirPlaces) {
  const std::vector<Token> tokens = lex("module  M\n{");
  EXPECT_EQ(tokens[1].range.begin.column, 9U);
  EXPECT_EQ(tokens[1].range.length, 1U);
}

TEST_F(LexerTest, DecodesEscapes) {
  EXPECT_EQ(decoded(R"("a\n\t\v\b\r\f\a\\\?\'\"")"), u"a\n\t\v\b\r\f\a\\?'\"");
  EXPECT_EQ(decoded(R"("\1\12\123\377")"), u"\1\12\123\377");
  EXPECT_EQ(decoded(R"("\x4\x41\x412")"), (std::u16string{4, 0x41, 0x41, u'2'}));
  EXPECT_EQ(decoded(R"(L"\u20ac\u1z")"), (std::u16string{0x20AC, 1, u'z'}));
  EXPECT_EQ(decoded("\"caf\xe9\""), (std::u16string{u'c', u'a', u'f', 0xE9}));
  EXPECT_FALSE(diagnostics_.has_errors());
}

TEST_F(LexerTest, UnclosedLiteralsLeaveTheSemicolon) {
  EXPECT_EQ(kinds("\"abc;\nlong"), (std::vector<K>{K::StringLiteral, K::Semicolon, K::KwLong}));
  EXPECT_EQ(first_message(), "missing closing \" of a string literal");
}

TEST_F(LexerTest, PragmasAreTokensAtTheBeginningOfALineOnly) {
  EXPECT_EQ(kinds("  #pragma prefix \"x\"\nlong"), (std::vector<K>{K::Pragma, K::KwLong}));
  EXPECT_FALSE(diagnostics_.has_errors());
  EXPECT_EQ(kinds("long # pragma"), (std::vector<K>{K::KwLong, K::Unknown, K::Identifier}));
  EXPECT_EQ(first_message(), "stray character '#'");
}

TEST_F(LexerTest, ForeignOctetsInANameAreReportedOnce) {
  EXPECT_EQ(kinds("na\xc3\xafve;"), (std::vector<K>{K::Identifier, K::Semicolon}));
  EXPECT_EQ(diagnostics_.error_count(), 1U);
}

}  // namespace
}  // namespace dimma::idl
