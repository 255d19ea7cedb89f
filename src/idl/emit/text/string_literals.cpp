#include "idl/emit/text/string_literals.hpp"

namespace dimma::idl::cxx {

std::string literal_character(unsigned char octet, char quote) {
  switch (octet) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    default:
      break;
  }
  if (octet == static_cast<unsigned char>(quote)) return std::string("\\") + quote;
  if (octet >= 0x20 && octet < 0x7f) return std::string(1, static_cast<char>(octet));
  // Three octal digits, so that a digit that follows is not part of the escape sequence.
  std::string text = "\\";
  for (const int shift : {6, 3, 0}) text += static_cast<char>('0' + ((octet >> shift) & 7));
  return text;
}

std::string string_literal(std::string_view octets) {
  std::string text = "\"";
  for (const char c : octets) text += literal_character(static_cast<unsigned char>(c), '"');
  return text + "\"";
}

std::string wide_literal_character(char32_t character, char quote) {
  if (character < 0x80) return literal_character(static_cast<unsigned char>(character), quote);
  // Universal character names exist only for characters; a lone surrogate is written as a number.
  const bool is_surrogate = character >= 0xd800 && character <= 0xdfff;
  std::string digits;
  for (int shift = is_surrogate ? 12 : 28; shift >= 0; shift -= 4)
    digits += "0123456789abcdef"[(character >> shift) & 15U];
  if (character < 0xa0) return literal_character(static_cast<unsigned char>(character), quote);
  return (is_surrogate ? "\\x" : "\\U") + digits;
}

std::string wide_string_literal(std::u16string_view units) {
  std::string text = "L\"";
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t character = units[i];
    const bool is_pair = character >= 0xd800 && character < 0xdc00 && i + 1 < units.size() && units[i + 1] >= 0xdc00 &&
                         units[i + 1] < 0xe000;
    if (is_pair) character = 0x10000 + ((character - 0xd800) << 10) + (units[++i] - 0xdc00U);
    text += wide_literal_character(character, '"');
    // Ends the literal, since a digit that follows would be part of the number.
    if (!is_pair && character >= 0xd800 && character <= 0xdfff) text += "\" L\"";
  }
  return text + "\"";
}

}  // namespace dimma::idl::cxx
