#include "base/text/shown_text.hpp"

#include "base/sync/assert.hpp"
#include "base/text/utf8.hpp"

#include <array>

namespace dimma {

namespace {

constexpr std::string_view cut = "...";

// Returns true for C0 controls, DEL and C1 controls.
bool is_control(char32_t code) noexcept { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

void append_escaped(std::string& shown, std::string_view octets) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char character : octets) {
    const auto octet = static_cast<unsigned char>(character);
    const std::array<char, 4> escaped{'\\', 'x', digits[octet >> 4U], digits[octet & 15U]};
    shown.append(escaped.data(), escaped.size());
  }
}

}  // namespace

bool is_shown_as_it_is(std::string_view text, std::size_t octets_max) noexcept {
  if (text.size() > octets_max) return false;
  while (!text.empty()) {
    const Utf8Character next = first_character(text);
    if (!next.is_valid || is_control(next.code)) return false;
    text.remove_prefix(next.octets);
  }
  return true;
}

std::string shown_text(std::string_view text, std::size_t octets_max) {
  DIMMA_ASSERT(octets_max >= cut.size());
  std::string shown;
  std::size_t whole = 0;  // the largest size that still leaves room for the cut
  while (!text.empty() && shown.size() <= octets_max) {
    const Utf8Character next = first_character(text);
    const auto octets = text.substr(0, next.octets);
    if (next.is_valid && !is_control(next.code)) {
      shown += octets;
    } else {
      append_escaped(shown, octets);
    }
    text.remove_prefix(next.octets);
    if (shown.size() + cut.size() <= octets_max) whole = shown.size();
  }
  if (shown.size() > octets_max) shown.replace(whole, std::string::npos, cut);
  return shown;
}

}  // namespace dimma
