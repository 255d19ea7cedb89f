// Formats IDL text. Only white space changes.
#pragma once

#include <string>
#include <string_view>

namespace dimma::idl {

// Returns the text with each nesting level indented by two spaces, one space between words and around operators, none
// before ';' and ',', no blanks at the ends of lines, at most one empty line, none at the beginning and a line's end at
// the end. Line breaks stay, and so do comments with their inner lines, directives, and lines that a backslash
// continues. Lines end in LF. Formatting the result again does not change it. Accepts any octets.
std::string format_source(std::string_view text);

}  // namespace dimma::idl
