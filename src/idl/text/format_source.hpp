// Formats IDL text by changing only white space.
#pragma once

#include <string>
#include <string_view>

namespace dimma::idl {

// Returns the formatted text:
// - two spaces of indentation for each nesting level
// - one space between words and around operators, none before ';' and ','
// - no trailing blanks, at most one consecutive empty line, none at the beginning, and a newline at the end
// Line breaks, comments (including their inner lines), directives, and lines that a backslash continues are kept. Lines
// end in LF. The function is idempotent, and accepts any octets.
std::string format_source(std::string_view text);

}  // namespace dimma::idl
