#include "services/inspect/text.hpp"

#include "base/utf8.hpp"

namespace dimma::inspect {

std::string utf8(std::string_view text) {
  std::string converted;
  while (!text.empty()) {
    const Utf8Character next = first_character(text);
    if (next.is_valid) {
      converted += text.substr(0, next.octets);
    } else {
      const auto octet = static_cast<unsigned char>(text.front());
      converted += static_cast<char>(0xc0U | (octet >> 6U));
      converted += static_cast<char>(0x80U | (octet & 0x3fU));
    }
    text.remove_prefix(next.octets);
  }
  return converted;
}

}  // namespace dimma::inspect
