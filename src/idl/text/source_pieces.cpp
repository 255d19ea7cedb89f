#include "idl/text/source_pieces.hpp"

#include <algorithm>

namespace dimma::idl {
namespace {

bool is_blank_piece(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

class SourceCutter {
 public:
  explicit SourceCutter(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }

  SourcePiece next() {
    const std::size_t start = at_;
    SourcePiece piece = cut();
    piece.text = text_.substr(start, at_ - start);
    if (piece.kind == PieceKind::LineEnd) {
      is_line_start_ = true;
    } else if (piece.kind != PieceKind::Blank && piece.kind != PieceKind::BlockComment) {
      is_line_start_ = false;
    }
    return piece;
  }

 private:
  char look(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  SourcePiece cut() {
    const char c = look();
    if (is_line_end(c)) return cut_line_end();
    if (is_blank_piece(c)) return cut_while(PieceKind::Blank, is_blank_piece);
    if (c == '/' && look(1) == '/')
      return cut_while(PieceKind::LineComment, [](char each) { return !is_line_end(each); });
    if (c == '/' && look(1) == '*') return {PieceKind::BlockComment, {}, skip_block_comment()};
    if (c == '#' && is_line_start_) return cut_directive();
    if (c == '"' || c == '\'') return {PieceKind::Literal, {}, skip_literal()};
    if (c == 'L' && (look(1) == '"' || look(1) == '\'')) {
      ++at_;
      return {PieceKind::Literal, {}, skip_literal()};
    }
    if (begins_word(c))
      return cut_while(PieceKind::Word, [](char each) { return begins_word(each) || is_decimal(each); });
    if (is_decimal(c) || (c == '.' && is_decimal(look(1)))) return cut_number();
    return cut_other();
  }

  template <class Predicate>
  SourcePiece cut_while(PieceKind kind, Predicate holds) {
    while (!at_end() && holds(text_[at_])) ++at_;
    return {kind, {}};
  }

  SourcePiece cut_line_end() {
    at_ += look() == '\r' && look(1) == '\n' ? 2 : 1;
    return {PieceKind::LineEnd, {}};
  }

  bool skip_block_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
    return end != std::string_view::npos;
  }

  bool skip_literal() {
    const char quote = text_[at_++];
    while (!at_end() && !is_line_end(look())) {
      const char c = text_[at_++];
      if (c == quote) return true;
      if (c == '\\' && !at_end() && !is_line_end(look())) ++at_;
    }
    return false;
  }

  SourcePiece cut_directive() {
    while (!at_end() && !is_line_end(look())) {
      if (look() == '/' && look(1) == '*') {
        skip_block_comment();
      } else if (look() == '/' && look(1) == '/') {
        cut_while(PieceKind::Directive, [](char each) { return !is_line_end(each); });
      } else if (look() == '"') {
        skip_literal();
      } else if (look() == '\\' && is_line_end(look(1))) {
        ++at_;
        cut_line_end();
      } else {
        ++at_;
      }
    }
    return {PieceKind::Directive, {}};
  }

  // Takes a preprocessing number, which may extend past the end of a valid number: "0x1g", "1.5.2".
  SourcePiece cut_number() {
    const bool is_hexadecimal = look() == '0' && (look(1) == 'x' || look(1) == 'X');
    while (!at_end()) {
      const char c = look();
      const bool is_exponent = !is_hexadecimal && (c == 'e' || c == 'E') && (look(1) == '+' || look(1) == '-');
      if (!is_exponent && !begins_word(c) && !is_decimal(c) && c != '.') break;
      at_ += is_exponent ? 2 : 1;
    }
    return {PieceKind::Number, {}};
  }

  SourcePiece cut_other() {
    constexpr std::string_view known = ";,:{}()[]<>=@|^&+-*/%~";
    const char c = text_[at_++];
    if (known.find(c) == std::string_view::npos) return {PieceKind::Other, {}};
    if (c == ':' && look() == ':') ++at_;
    return {PieceKind::Punctuation, {}};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_line_start_ = true;
};

}  // namespace

std::vector<SourcePiece> cut_source(std::string_view text) {
  std::vector<SourcePiece> pieces;
  for (SourceCutter cutter(text); !cutter.at_end();) pieces.push_back(cutter.next());
  return pieces;
}

}  // namespace dimma::idl
