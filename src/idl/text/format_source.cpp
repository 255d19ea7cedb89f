#include "idl/text/format_source.hpp"

#include <algorithm>
#include <vector>

#include "idl/text/source_pieces.hpp"

namespace dimma::idl {
namespace {

constexpr std::size_t indentation = 2;
constexpr std::size_t levels_max = 200;  // maximum indentation, as many levels as IDL can be nested

using PieceLine = std::vector<SourcePiece>;

bool is_comment(const SourcePiece& piece) {
  return piece.kind == PieceKind::LineComment || piece.kind == PieceKind::BlockComment;
}

bool is_one_of(const SourcePiece& piece, std::string_view marks) {
  return piece.kind == PieceKind::Punctuation && piece.text.size() == 1 &&
         marks.find(piece.text) != std::string_view::npos;
}

bool is_scope_mark(const SourcePiece& piece) { return piece.text == "::"; }

bool ends_operand(const SourcePiece& piece) {
  return (piece.kind == PieceKind::Word && piece.text != "case") || piece.kind == PieceKind::Number ||
         piece.kind == PieceKind::Literal || is_one_of(piece, ")");
}

// Determines the indentation of lines and the spaces between pieces.
class Layout {
 public:
  // Returns true if a blank belongs between `before` and `piece` on the same line. `had_blanks`: the source has blanks
  // there.
  bool has_space(const SourcePiece& before, const SourcePiece& piece, bool had_blanks) const {
    if (is_comment(before) || is_comment(piece)) return true;
    // Blanks next to an octet that begins no IDL token are kept as in the source.
    if (before.kind == PieceKind::Other || piece.kind == PieceKind::Other) return had_blanks;
    if (is_one_of(before, "@") || is_scope_mark(before) || is_one_of(before, "([")) return needs_space(before, piece);
    // "a ::b" may be two names, as in "in a ::b"; ": ::b" must not become ":::b".
    if (is_scope_mark(piece) || is_one_of(piece, ":")) {
      if (is_one_of(before, ":")) return true;
      if (is_scope_mark(piece)) return had_blanks;
    }
    if (is_one_of(piece, ";,)][")) return false;
    if (is_one_of(piece, "(")) return had_blanks;
    // Here '<' and '>' may be brackets of a type or parts of a shift: ">>" is a shift, and "> >" is not.
    if (is_one_of(before, "<>") || is_one_of(piece, "<>")) return had_blanks;
    if (is_one_of(piece, ":")) return !is_label_;
    if (is_unary_) return false;
    return true;
  }

  // Called for each piece that is neither a blank nor a comment.
  void pass(const SourcePiece& before, const SourcePiece& piece) {
    is_unary_ = is_one_of(piece, "+-~") && !ends_operand(before);
    if (piece.text == "case" || piece.text == "default") is_label_ = true;
    if (is_one_of(piece, ":;{}")) is_label_ = false;
    if (is_one_of(piece, "{")) ++braces_;
    if (is_one_of(piece, "}") && braces_ > 0) --braces_;
    if (is_one_of(piece, "([")) ++parentheses_;
    if (is_one_of(piece, ")]") && parentheses_ > 0) --parentheses_;
    if (is_one_of(piece, ";{}")) parentheses_ = 0;
    continues_ = !is_one_of(piece, ";{}:,") || (parentheses_ > 0 && is_one_of(piece, ","));
  }

  // Returns the indentation of a line that begins with this piece.
  std::size_t indent_of(const SourcePiece& first) const {
    const std::size_t closed = is_one_of(first, "}") && braces_ > 0 ? 1 : 0;
    const bool is_continued = continues_ && closed == 0 && !is_one_of(first, "{") && !is_comment(first);
    return std::min(braces_ - closed, levels_max) * indentation + (is_continued ? 2 * indentation : 0);
  }

  // Called after an annotation on a line of its own: the next line begins the declaration.
  void end_annotation_line() { continues_ = false; }

 private:
  // Returns true between two scope marks, which must not merge.
  static bool needs_space(const SourcePiece& before, const SourcePiece& piece) {
    return is_scope_mark(before) && is_scope_mark(piece);
  }

  std::size_t braces_ = 0;
  std::size_t parentheses_ = 0;
  bool is_unary_ = false;  // the last piece is a unary operator
  bool is_label_ = false;  // between "case" and its ':'
  bool continues_ = false;
};

class Formatter {
 public:
  std::string format(std::string_view text) {
    PieceLine line;
    for (const SourcePiece& piece : cut_source(text)) {
      if (piece.kind == PieceKind::LineEnd) {
        write_line(line);
        line.clear();
      } else {
        line.push_back(piece);
      }
    }
    write_line(line);
    return std::move(out_);
  }

 private:
  // Returns true if the line ends in a backslash, which continues it even within a name or a string.
  static bool is_continued(const PieceLine& line) {
    return !line.empty() && (line.back().text.ends_with('\\') || line.back().text.ends_with("?\?/"));
  }

  void write_line(const PieceLine& line) {
    const bool was_continued = continued_;
    continued_ = is_continued(line);
    if (was_continued || continued_) return write_as_it_is(line);
    const auto first =
        std::find_if(line.begin(), line.end(), [](const SourcePiece& each) { return each.kind != PieceKind::Blank; });
    if (first == line.end()) {
      empty_line_ = !out_.empty();
      return;
    }
    if (empty_line_) out_ += '\n';
    empty_line_ = false;
    if (first->kind != PieceKind::Directive) out_.append(layout_.indent_of(*first), ' ');
    write_pieces(line);
    if (is_one_of(*first, "@")) layout_.end_annotation_line();
    if (!line.back().is_closed && line.back().kind == PieceKind::BlockComment) return;  // unclosed until the text's end
    if (line.back().is_closed) trim_end();
    out_ += '\n';
  }

  void write_as_it_is(const PieceLine& line) {
    if (empty_line_) out_ += '\n';
    empty_line_ = false;
    for (const SourcePiece& piece : line) {
      write_text(piece);
      pass(piece);
    }
    out_ += '\n';
  }

  void pass(const SourcePiece& piece) {
    if (piece.kind == PieceKind::Blank || piece.kind == PieceKind::Directive || is_comment(piece)) return;
    layout_.pass(code_, piece);
    code_ = piece;
  }

  // Blanks after a backslash are kept: without them, the backslash would continue the line.
  void trim_end() {
    const std::size_t end = out_.find_last_not_of(" \t");
    if (end != std::string::npos && out_[end] != '\\') out_.resize(end + 1);
  }

  void write_pieces(const PieceLine& line) {
    const SourcePiece* last = nullptr;
    bool had_blanks = false;
    for (const SourcePiece& piece : line) {
      if (piece.kind == PieceKind::Blank) {
        had_blanks = true;
        continue;
      }
      if (last != nullptr && piece.kind == PieceKind::LineComment) {
        out_ += "  ";
      } else if (last != nullptr && layout_.has_space(*last, piece, had_blanks)) {
        out_ += ' ';
      }
      write_text(piece);
      pass(piece);
      last = &piece;
      had_blanks = false;
    }
  }

  void write_text(const SourcePiece& piece) {
    for (std::size_t at = 0; at < piece.text.size(); ++at) {
      if (piece.text[at] != '\r') {
        out_ += piece.text[at];
      } else if (at + 1 == piece.text.size() || piece.text[at + 1] != '\n') {
        out_ += '\n';
      }
    }
  }

  Layout layout_;
  SourcePiece code_;  // the last piece that is not a comment
  std::string out_;
  bool empty_line_ = false;
  bool continued_ = false;  // the previous line was continued by a backslash
};

}  // namespace

std::string format_source(std::string_view text) {
  constexpr char dos_end = '\x1A';  // the end-of-file character of DOS
  constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
  if (text.starts_with(utf8_mark)) return std::string(utf8_mark) + format_source(text.substr(utf8_mark.size()));
  if (text.ends_with(dos_end)) return format_source(text.substr(0, text.size() - 1)) + dos_end;
  return Formatter().format(text);
}

}  // namespace dimma::idl
