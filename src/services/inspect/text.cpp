#include "services/inspect/text.hpp"

#include <algorithm>

namespace dimma::inspect {

std::string utf8(std::string_view text) {
  std::string converted;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t more = first < 0x80                    ? 0
                             : first >= 0xc2 && first < 0xe0 ? 1
                             : first >= 0xe0 && first < 0xf0 ? 2
                             : first >= 0xf0 && first < 0xf5 ? 3
                                                             : 4;
    bool is_whole = more < 4 && at + more < text.size();
    for (std::size_t next = 1; is_whole && next <= more; ++next) {
      const auto octet = static_cast<unsigned char>(text[at + next]);
      is_whole = (octet & 0xc0U) == 0x80;
      if (next != 1) continue;
      if ((first == 0xe0 && octet < 0xa0) || (first == 0xed && octet > 0x9f)) is_whole = false;
      if ((first == 0xf0 && octet < 0x90) || (first == 0xf4 && octet > 0x8f)) is_whole = false;
    }
    if (is_whole) {
      converted.append(text.substr(at, more + 1));
      at += more + 1;
    } else {
      converted += static_cast<char>(0xc0U | (first >> 6U));
      converted += static_cast<char>(0x80U | (first & 0x3fU));
      ++at;
    }
  }
  return converted;
}

}  // namespace dimma::inspect
