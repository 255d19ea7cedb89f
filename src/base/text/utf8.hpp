#pragma once
// Decodes UTF-8 (RFC 3629) one character at a time. The text may contain invalid UTF-8.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma {

struct Utf8Character {
  std::size_t octets = 1;  // 1 if the character is invalid
  char32_t code = 0;
  bool is_valid = false;
};

// `text` must not be empty. Overlong encodings, surrogates and codes above U+10FFFF are invalid.
inline Utf8Character first_character(std::string_view text) noexcept {
  const auto octet = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = octet(0);
  if (first < 0x80) return {1, first, true};
  const std::size_t octets = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < octets) return {};
  char32_t code = first & (0xFFU >> (octets + 1));
  for (std::size_t at = 1; at < octets; ++at) {
    if ((octet(at) & 0xC0) != 0x80) return {};
    code = code << 6 | (octet(at) & 0x3FU);
  }
  const char32_t least = octets == 2 ? 0x80 : octets == 3 ? 0x800 : 0x10000;
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {octets, code, true};
}

inline bool is_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const Utf8Character next = first_character(text);
    if (!next.is_valid) return false;
    text.remove_prefix(next.octets);
  }
  return true;
}

// Appends a character of ISO 8859-1 as UTF-8.
inline void append_latin1(std::string& text, char character) {
  const auto octet = static_cast<unsigned char>(character);
  if (octet < 0x80) {
    text += character;
    return;
  }
  text += static_cast<char>(0xc0U | (octet >> 6U));
  text += static_cast<char>(0x80U | (octet & 0x3fU));
}

}  // namespace dimma
