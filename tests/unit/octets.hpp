#pragma once
// Octets in tests: written as hexadecimal text, compared and printed as such.

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::test {

// "47494f50 01 00" to octets; blanks are left out, "'text'" stands for its characters.
inline std::vector<std::byte> octets(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::vector<std::byte> result;
  bool quoted = false;
  std::size_t high = std::string_view::npos;
  for (const char character : text) {
    if (character == '\'') {
      quoted = !quoted;
    } else if (quoted) {
      result.push_back(static_cast<std::byte>(character));
    } else if (character != ' ' && character != '\n') {
      const std::size_t digit = digits.find(character);
      if (digit == std::string_view::npos) throw std::invalid_argument("not hexadecimal: " + std::string(text));
      if (high == std::string_view::npos) {
        high = digit;
      } else {
        result.push_back(static_cast<std::byte>(high << 4 | digit));
        high = std::string_view::npos;
      }
    }
  }
  if (quoted || high != std::string_view::npos) throw std::invalid_argument("half an octet: " + std::string(text));
  return result;
}

inline std::string hexadecimal(std::span<const std::byte> octets) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte octet : octets) {
    text += digits[std::to_integer<unsigned>(octet) >> 4];
    text += digits[std::to_integer<unsigned>(octet) & 15U];
  }
  return text;
}

// The same text without its blanks and quotes, to compare with hexadecimal().
inline std::string normal(std::string_view text) { return hexadecimal(octets(text)); }

inline std::span<const std::byte> as_octets(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
inline std::string as_text(std::span<const std::byte> octets) {
  return {reinterpret_cast<const char*>(octets.data()), octets.size()};
}

}  // namespace dimma::test
