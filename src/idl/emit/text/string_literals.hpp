// Writes characters and strings as C++ literals.
#pragma once

#include <string>
#include <string_view>

namespace dimma::idl::cxx {

// Returns a quoted string literal for octets in ISO 8859-1.
std::string string_literal(std::string_view octets);
// Returns an octet as written within a literal; `quote` is the quotation mark to be escaped.
std::string literal_character(unsigned char octet, char quote);

// Like the functions above, but for wide characters: "L" and quotes around code points, given as UTF-16 code units.
std::string wide_string_literal(std::u16string_view units);
std::string wide_literal_character(char32_t character, char quote);

}  // namespace dimma::idl::cxx
