// Decodes the contents of character and string literals: escape sequences and their limits.
#include <string>

#include "idl/text/lexer.hpp"

namespace dimma::idl {
namespace {

class LiteralReader {
 public:
  LiteralReader(const Token& token, Diagnostics& diagnostics)
      : token_(token), diagnostics_(diagnostics), body_(token.text) {
    wide_ = token.kind == TokenKind::WideCharLiteral || token.kind == TokenKind::WideStringLiteral;
    if (wide_) body_.remove_prefix(1);
    const char quote = body_.front();
    body_.remove_prefix(1);
    if (!body_.empty() && body_.back() == quote) body_.remove_suffix(1);
  }

  std::u16string read() {
    std::u16string codes;
    while (at_ < body_.size()) {
      const auto octet = static_cast<unsigned char>(body_[at_++]);
      codes += octet == '\\' ? escape() : static_cast<char16_t>(octet);
    }
    return codes;
  }

 private:
  char16_t escape() {
    if (at_ == body_.size()) return error("'\\' at the end of a literal");
    const char c = body_[at_++];
    switch (c) {
      case 'n':
        return u'\n';
      case 't':
        return u'\t';
      case 'v':
        return u'\v';
      case 'b':
        return u'\b';
      case 'r':
        return u'\r';
      case 'f':
        return u'\f';
      case 'a':
        return u'\a';
      case '\\':
      case '?':
      case '\'':
      case '"':
        return static_cast<char16_t>(c);
      case 'x':
        return digits(16, 2, "\\x");
      case 'u':
        if (!wide_) error("'\\u' is for wide literals only");
        return digits(16, 4, "\\u");
      default:
        break;
    }
    if (c >= '0' && c <= '7') {
      --at_;
      return digits(8, 3, "\\");
    }
    return error(std::string("unknown escape sequence '\\") + c + "'");
  }

  char16_t digits(unsigned base, int most, const char* what) {
    unsigned value = 0;
    int count = 0;
    for (; count < most && at_ < body_.size(); ++count, ++at_) {
      const unsigned digit = digit_value(body_[at_]);
      if (digit >= base) break;
      value = value * base + digit;
    }
    if (count == 0) return error(std::string("'") + what + "' without digits");
    if (base == 8 && value > 0377) return error("octal escape is beyond \\377");
    return static_cast<char16_t>(value);
  }

  static unsigned digit_value(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return 16;
  }

  char16_t error(const std::string& message) {
    diagnostics_.error(token_.range, message);
    return u'?';
  }

  const Token& token_;
  Diagnostics& diagnostics_;
  std::string_view body_;
  std::size_t at_ = 0;
  bool wide_ = false;
};

}  // namespace

std::u16string decode_literal(const Token& token, Diagnostics& diagnostics) {
  return LiteralReader(token, diagnostics).read();
}

}  // namespace dimma::idl
