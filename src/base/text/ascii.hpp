#pragma once
// Letters of ASCII, whatever the program's locale is.

namespace dimma {

constexpr char to_lower_ascii(char character) noexcept {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

}  // namespace dimma
