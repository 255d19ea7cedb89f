// Cuts IDL text as it stands in a file, before preprocessing: comments, directives and blanks are pieces too.
#pragma once

#include <string_view>
#include <vector>

namespace dimma::idl {

enum class PieceKind {
  Blank,        // spaces and tabs
  LineEnd,      // LF, CR LF, or CR alone
  LineComment,  // without the line's end
  BlockComment,
  Directive,  // from the '#' to the end of the line, continued lines and comments within it included
  Word,       // a name or keyword, a leading underscore included
  Number,
  Literal,      // a character or string, a leading L included
  Punctuation,  // one character, or "::"
  Other,        // octets that begin nothing of IDL
};

struct SourcePiece {
  PieceKind kind = PieceKind::Other;
  std::string_view text;
  bool is_closed = true;  // false: a block comment or a literal that the text or the line ends in
};

// All of the text, in order: the pieces together are the text again. Any octets are taken.
std::vector<SourcePiece> cut_source(std::string_view text);

}  // namespace dimma::idl
