#include "services/inspect/text/utf8_text.hpp"

#include "base/text/utf8.hpp"

namespace dimma::inspect {

std::string utf8(std::string_view text) {
  std::string converted;
  while (!text.empty()) {
    const Utf8Character next = first_character(text);
    if (next.is_valid) {
      converted += text.substr(0, next.octets);
    } else {
      append_latin1(converted, text.front());
    }
    text.remove_prefix(next.octets);
  }
  return converted;
}

}  // namespace dimma::inspect
