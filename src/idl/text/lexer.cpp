#include "idl/text/lexer.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace dimma::idl {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
// Returns true for octets beyond ASCII. A name cannot contain them, but they are scanned as part of it to be reported
// once.
bool is_foreign(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

unsigned digit_value(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return 16;
}

}  // namespace

Lexer::Lexer(const PreprocessedText& text, Diagnostics& diagnostics)
    : source_(text), text_(text.text), diagnostics_(diagnostics), cursor_(text) {}

void Lexer::error(std::size_t start, std::size_t length, std::string message) {
  diagnostics_.error(cursor_.range(start, length), std::move(message));
}

void Lexer::skip_blanks() {
  const std::size_t limit = event_ < source_.events.size() ? source_.events[event_].offset : text_.size();
  while (offset_ < limit && is_blank(text_[offset_])) {
    if (text_[offset_] == '\n') at_line_start_ = true;
    ++offset_;
  }
}

Token Lexer::make(TokenKind kind, std::size_t start, std::size_t end) {
  Token token;
  token.kind = kind;
  token.offset = start;
  token.text = text_.substr(start, end - start);
  token.range = cursor_.range(start, end - start);
  offset_ = end;
  return token;
}

Token Lexer::next() {
  skip_blanks();
  if (event_ < source_.events.size() && source_.events[event_].offset <= offset_) return file_event();
  if (offset_ >= text_.size()) return make(TokenKind::EndOfFile, text_.size(), text_.size());
  const std::size_t start = offset_;
  const bool first_on_line = std::exchange(at_line_start_, false);
  const char c = text_[start];
  if (c == '#' && first_on_line) return pragma(start);
  if (c == 'L' && at(start + 1) == '\'') return quoted(start, TokenKind::WideCharLiteral);
  if (c == 'L' && at(start + 1) == '"') return quoted(start, TokenKind::WideStringLiteral);
  if (is_letter(c) || c == '_' || is_foreign(c)) return word(start);
  if (is_digit(c) || (c == '.' && is_digit(at(start + 1)))) return number(start);
  if (c == '\'') return quoted(start, TokenKind::CharLiteral);
  if (c == '"') return quoted(start, TokenKind::StringLiteral);
  return punctuation(start);
}

Token Lexer::file_event() {
  const PreprocessedText::FileEvent& event = source_.events[event_];
  Token token;
  token.kind = event.enters ? TokenKind::EnterFile : TokenKind::LeaveFile;
  token.offset = offset_;
  token.event = event_++;
  token.range = event.where;
  return token;
}

Token Lexer::pragma(std::size_t start) {
  std::size_t end = text_.find('\n', start);
  if (end == std::string_view::npos) end = text_.size();
  std::size_t from = start + 1;
  while (from < end && is_blank(text_[from])) ++from;
  constexpr std::string_view name = "pragma";
  if (text_.substr(from, name.size()) != name || is_word(at(from + name.size()))) {
    Token token = make(TokenKind::Unknown, start, start + 1);
    diagnostics_.error(token.range, "'#' does not begin a preprocessing directive here");
    return token;
  }
  from += name.size();
  while (from < end && is_blank(text_[from])) ++from;
  return make(TokenKind::Pragma, from, end);
}

Token Lexer::word(std::size_t start) {
  std::size_t end = start;
  std::size_t foreign = std::string_view::npos;
  for (; end < text_.size() && (is_word(text_[end]) || is_foreign(text_[end])); ++end) {
    if (is_foreign(text_[end]) && foreign == std::string_view::npos) foreign = end;
  }
  const bool escaped = text_[start] == '_';
  Token token = make(TokenKind::Identifier, start, end);
  if (foreign != std::string_view::npos) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "0x%02X", static_cast<unsigned>(static_cast<unsigned char>(text_[foreign])));
    diagnostics_.error(token.range,
                       std::string("octet ") + hex + " in a name; names are made of ASCII letters, digits and '_'");
  }
  if (escaped) {
    token.escaped = true;
    token.text.remove_prefix(1);
    if (token.text.empty() || !is_letter(token.text.front())) {
      diagnostics_.error(token.range, "an identifier must have a letter after its escaping '_'");
      if (token.text.empty()) token.text = "_";
    }
    return token;
  }
  if (const std::optional<TokenKind> kind = keyword(token.text)) {
    token.kind = *kind;
  }
  return token;
}

std::size_t Lexer::digits_end(std::size_t at) const {
  while (at < text_.size() && is_digit(text_[at])) ++at;
  return at;
}

bool Lexer::begins_exponent(std::size_t from) const { return at(from) == 'e' || at(from) == 'E'; }

// Returns the end of the exponent that begins at `from`; `from` if there is none.
std::size_t Lexer::scan_fraction(std::size_t from) const {
  if (!begins_exponent(from)) return from;
  std::size_t digits = from + 1;
  if (at(digits) == '+' || at(digits) == '-') ++digits;
  return is_digit(at(digits)) ? digits_end(digits) : from;
}

void Lexer::check_number_end(std::size_t start) {
  const std::size_t suffix = offset_;
  if (!is_word(at(suffix)) && at(suffix) != '.') return;
  if (begins_exponent(suffix) && !is_word(at(suffix + 1))) {
    offset_ += at(suffix + 1) == '+' || at(suffix + 1) == '-' ? 2 : 1;
    error(start, offset_ - start, "exponent without digits");
    return;
  }
  while (is_word(at(offset_)) || at(offset_) == '.') ++offset_;
  const std::string text(text_.substr(suffix, offset_ - suffix));
  error(start, offset_ - start, "invalid suffix '" + text + "' on a number");
}

Token Lexer::number(std::size_t start) {
  if (text_[start] == '0' && (at(start + 1) == 'x' || at(start + 1) == 'X')) return integer(start, start + 2, 16);
  std::size_t end = digits_end(start);
  bool fractional = false;
  if (at(end) == '.') {
    fractional = true;
    end = digits_end(end + 1);
  }
  if (at(end) == 'd' || at(end) == 'D') {
    Token token = make(TokenKind::FixedLiteral, start, end + 1);
    check_number_end(start);
    return token;
  }
  const std::size_t exponent_end = scan_fraction(end);
  if (!fractional && !begins_exponent(end)) {
    return text_[start] == '0' && end > start + 1 ? integer(start, start + 1, 8) : integer(start, start, 10);
  }
  Token token = make(TokenKind::FloatLiteral, start, exponent_end);
  const auto result = std::from_chars(token.text.data(), token.text.data() + token.text.size(), token.floating);
  if (result.ec == std::errc::result_out_of_range) {
    diagnostics_.error(token.range, "floating-point literal is out of range");
    token.floating = 0;
  }
  check_number_end(start);
  return token;
}

Token Lexer::integer(std::size_t start, std::size_t digits, unsigned base) {
  std::size_t end = digits;
  while (base == 16 ? digit_value(at(end)) < 16 : is_digit(at(end))) ++end;
  Token token = make(TokenKind::IntegerLiteral, start, end);
  if (end == digits) {
    while (is_word(at(offset_))) ++offset_;
    diagnostics_.error(token.range, "hexadecimal literal without digits");
    return token;
  }
  for (std::size_t each = digits; each < end; ++each) {
    const unsigned digit = digit_value(text_[each]);
    if (digit >= base) {
      diagnostics_.error(token.range, std::string("digit '") + text_[each] + "' in an octal literal");
      break;
    }
    if (token.integer > (std::numeric_limits<std::uint64_t>::max() - digit) / base) {
      diagnostics_.error(token.range, "integer literal does not fit in 64 bits");
      token.integer = 0;
      break;
    }
    token.integer = token.integer * base + digit;
  }
  check_number_end(start);
  return token;
}

Token Lexer::quoted(std::size_t start, TokenKind kind) {
  std::size_t end = start + (text_[start] == 'L' ? 1 : 0);
  const char quote = text_[end++];
  while (end < text_.size() && text_[end] != '\n' && text_[end] != quote) {
    end += text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n' ? 2 : 1;
  }
  const bool closed = end < text_.size() && text_[end] == quote;
  if (!closed) {
    // A missing quote is more likely than a missing semicolon.
    while (end > start + 2 && is_blank(text_[end - 1])) --end;
    if (end > start + 2 && text_[end - 1] == ';') --end;
  }
  Token token = make(kind, start, closed ? end + 1 : end);
  token.malformed = !closed;
  if (!closed) diagnostics_.error(token.range, std::string("missing closing ") + quote + " of a " + describe(kind));
  return token;
}

Token Lexer::punctuation(std::size_t start) {
  constexpr std::string_view single = ";,:{}()[]<>=@|^&+-*/%~";
  constexpr TokenKind kinds[] = {
      TokenKind::Semicolon,    TokenKind::Comma,     TokenKind::Colon,      TokenKind::LeftBrace,
      TokenKind::RightBrace,   TokenKind::LeftParen, TokenKind::RightParen, TokenKind::LeftBracket,
      TokenKind::RightBracket, TokenKind::Less,      TokenKind::Greater,    TokenKind::Equals,
      TokenKind::At,           TokenKind::Or,        TokenKind::Xor,        TokenKind::And,
      TokenKind::Plus,         TokenKind::Minus,     TokenKind::Times,      TokenKind::Divide,
      TokenKind::Modulo,       TokenKind::Tilde};
  static_assert(single.size() == std::size(kinds));
  const char c = text_[start];
  if (c == ':' && at(start + 1) == ':') return make(TokenKind::ScopeMark, start, start + 2);
  const std::size_t index = single.find(c);
  if (index != std::string_view::npos) return make(kinds[index], start, start + 1);
  Token token = make(TokenKind::Unknown, start, start + 1);
  diagnostics_.error(token.range, std::string("stray character '") + c + "'");
  return token;
}

}  // namespace dimma::idl
