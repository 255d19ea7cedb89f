#pragma once
// Encodes text for a JSON string (RFC 8259, 7).

#include "base/text/utf8.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace dimma {

// The first character of a text, encoded for a JSON string. The object has a buffer of its own, since log lines are
// built without allocating.
class JsonCharacter {
 public:
  // `text` must not be empty. An octet that is not valid UTF-8 becomes U+FFFD. Control characters, including DEL and
  // C1, are escaped.
  explicit JsonCharacter(std::string_view text) noexcept {
    const Utf8Character first = first_character(text);
    taken_ = first.octets;
    if (!first.is_valid) {
      add("\xEF\xBF\xBD");
    } else if (first.code == '"' || first.code == '\\') {
      add("\\");
      add(text.substr(0, 1));
    } else if (first.code < 0x20 || (first.code >= 0x7f && first.code < 0xa0)) {
      constexpr std::string_view digits = "0123456789abcdef";
      add("\\u00");
      add(digits.substr(first.code >> 4U, 1));
      add(digits.substr(first.code & 15U, 1));
    } else {
      add(text.substr(0, taken_));
    }
  }

  std::string_view octets() const noexcept { return {octets_.data(), size_}; }
  // Returns the number of octets of the text that the character occupies.
  std::size_t taken() const noexcept { return taken_; }

 private:
  void add(std::string_view octets) noexcept {
    for (const char octet : octets) octets_[size_++] = octet;
  }

  std::array<char, 6> octets_{};
  std::size_t size_ = 0;
  std::size_t taken_ = 1;
};

}  // namespace dimma
