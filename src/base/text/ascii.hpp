#pragma once
// Classifies and converts ASCII letters, independently of the program's locale.

namespace dimma {

constexpr char to_lower_ascii(char character) noexcept {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

}  // namespace dimma
