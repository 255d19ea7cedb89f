// Writes characters and strings as literals of C++.
#pragma once

#include <string>
#include <string_view>

namespace dimma::idl::cxx {

// Returns a string literal with quotes for octets in ISO 8859-1.
std::string string_literal(std::string_view octets);
// Returns a character in the form within such a literal; `quote` is the character to be escaped.
std::string literal_character(unsigned char octet, char quote);

// The same for wide characters: "L" and quotes around code points, given as units of UTF-16.
std::string wide_string_literal(std::u16string_view units);
std::string wide_literal_character(char32_t character, char quote);

}  // namespace dimma::idl::cxx
