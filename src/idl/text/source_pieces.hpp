// Splits IDL text of a file before preprocessing: comments, directives and blanks are pieces too.
#pragma once

#include <string_view>
#include <vector>

namespace dimma::idl {

enum class PieceKind {
  Blank,        // spaces and tabs
  LineEnd,      // LF, CR LF, or CR alone
  LineComment,  // without the line's end
  BlockComment,
  Directive,  // from the '#' to the end of the line, including continued lines and comments
  Word,       // a name or keyword, including a leading underscore
  Number,
  Literal,      // a character or string, including a leading L
  Punctuation,  // one character, or "::"
  Other,        // octets that begin no token of IDL
};

struct SourcePiece {
  PieceKind kind = PieceKind::Other;
  std::string_view text;
  bool is_closed = true;  // false: a block comment or a literal that is cut off by the end of the text or the line
};

// Returns all of the text, in order: the pieces joined are the text again. Accepts any octets.
std::vector<SourcePiece> cut_source(std::string_view text);

}  // namespace dimma::idl
