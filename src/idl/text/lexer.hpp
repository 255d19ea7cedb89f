// Splits preprocessed text into tokens, one at a time.
#pragma once

#include "idl/text/diagnostics.hpp"
#include "idl/text/preprocessed_text.hpp"
#include "idl/text/token.hpp"

namespace dimma::idl {

class Lexer {
 public:
  // The text and the diagnostics must outlive the lexer and its tokens.
  Lexer(const PreprocessedText& text, Diagnostics& diagnostics);

  // Returns the next token; at the end of the text, EndOfFile on each call. Reports and skips errors in the text.
  Token next();

 private:
  void skip_blanks();
  Token make(TokenKind kind, std::size_t start, std::size_t end);
  Token file_event();
  Token pragma(std::size_t start);
  Token word(std::size_t start);
  Token number(std::size_t start);
  Token integer(std::size_t start, std::size_t digits, unsigned base);
  Token quoted(std::size_t start, TokenKind kind);
  Token punctuation(std::size_t start);
  bool begins_exponent(std::size_t from) const;
  std::size_t scan_fraction(std::size_t from) const;
  std::size_t digits_end(std::size_t at) const;
  void check_number_end(std::size_t start);
  void error(std::size_t start, std::size_t length, std::string message);
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  const PreprocessedText& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  PlaceCursor cursor_;
  std::size_t offset_ = 0;
  std::size_t event_ = 0;
  bool at_line_start_ = true;
};

// Returns the character codes of a literal token with escapes resolved. Reports errors in the literal. Codes of a
// narrow literal are at most 255, those of a wide literal at most 65535.
std::u16string decode_literal(const Token& token, Diagnostics& diagnostics);

}  // namespace dimma::idl
