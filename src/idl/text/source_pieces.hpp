// Splits the text of an IDL file, before preprocessing, into pieces. These include comments, directives and blanks.
#pragma once

#include <string_view>
#include <vector>

namespace dimma::idl {

enum class PieceKind {
  Blank,        // spaces and tabs
  LineEnd,      // LF, CR LF, or CR alone
  LineComment,  // excludes the line's end
  BlockComment,
  Directive,  // from '#' to the end of the line, including continuation lines and comments
  Word,       // a name or keyword, including a leading underscore
  Number,
  Literal,      // a character or string, including a leading L
  Punctuation,  // one character, or "::"
  Other,        // octets that cannot begin an IDL token
};

struct SourcePiece {
  PieceKind kind = PieceKind::Other;
  std::string_view text;
  bool is_closed = true;  // false for a block comment or literal without its end
};

// Returns the pieces of the text in order; their concatenation is the text. Accepts any octets.
std::vector<SourcePiece> cut_source(std::string_view text);

}  // namespace dimma::idl
