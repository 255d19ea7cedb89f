#include "services/tools/values/text.hpp"

#include <boost/beast/core/detail/base64.hpp>

#include <algorithm>

namespace dimma::tools::values {

namespace {

constexpr char32_t replacement = 0xfffd;

// Removes and returns the next code point of a text, which may not be valid UTF-8.
char32_t take(std::string_view& text) {
  const auto first = static_cast<std::uint8_t>(text.front());
  text.remove_prefix(1);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  if (first < 0xc2 || first > 0xf4 || text.size() < more) return replacement;
  char32_t code_point = first & (0x3fU >> more);
  for (std::size_t index = 0; index < more; ++index) {
    const auto octet = static_cast<std::uint8_t>(text[index]);
    if ((octet & 0xc0U) != 0x80) return replacement;
    code_point = (code_point << 6U) | (octet & 0x3fU);
  }
  constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (code_point < least[more] || code_point > 0x10ffff || (code_point >= 0xd800 && code_point < 0xe000)) {
    return replacement;
  }
  text.remove_prefix(more);
  return code_point;
}

}  // namespace

std::string utf8_of(char32_t code_point) {
  if (code_point > 0x10ffff || (code_point >= 0xd800 && code_point < 0xe000)) code_point = replacement;
  const auto tail = [code_point](unsigned shift) { return static_cast<char>(0x80U | ((code_point >> shift) & 0x3fU)); };
  if (code_point < 0x80) return {static_cast<char>(code_point)};
  if (code_point < 0x800) return {static_cast<char>(0xc0U | (code_point >> 6U)), tail(0)};
  if (code_point < 0x10000) return {static_cast<char>(0xe0U | (code_point >> 12U)), tail(6), tail(0)};
  return {static_cast<char>(0xf0U | (code_point >> 18U)), tail(12), tail(6), tail(0)};
}

std::string utf8_of_latin1(std::string_view text) {
  std::string utf8;
  utf8.reserve(text.size());
  for (const char c : text) utf8 += utf8_of(static_cast<std::uint8_t>(c));
  return utf8;
}

std::string utf8_of_wide(const std::wstring& text) {
  std::string utf8;
  for (const wchar_t c : text) utf8 += utf8_of(static_cast<char32_t>(c));
  return utf8;
}

std::string valid_utf8(std::string_view text) {
  std::string utf8;
  utf8.reserve(text.size());
  while (!text.empty()) utf8 += utf8_of(take(text));
  return utf8;
}

std::optional<std::string> latin1_of(std::string_view utf8) {
  std::string text;
  text.reserve(utf8.size());
  while (!utf8.empty()) {
    const char32_t code_point = take(utf8);
    if (code_point > 0xff) return {};
    text += static_cast<char>(code_point);
  }
  return text;
}

std::wstring wide_of(std::string_view utf8) {
  std::wstring text;
  text.reserve(utf8.size());
  while (!utf8.empty()) text += static_cast<wchar_t>(take(utf8));
  return text;
}

namespace base64 = boost::beast::detail::base64;

std::string base64_of(const std::vector<std::uint8_t>& octets) {
  std::string text(base64::encoded_size(octets.size()), '\0');
  text.resize(base64::encode(text.data(), octets.data(), octets.size()));
  return text;
}

std::optional<std::vector<std::uint8_t>> octets_of_base64(std::string_view text) {
  if (text.size() % 4 != 0) return {};
  std::vector<std::uint8_t> octets(base64::decoded_size(text.size()));
  const auto [written, read] = base64::decode(octets.data(), text.data(), text.size());
  const auto digits = std::min(text.find('='), text.size());
  const bool is_padding = text.size() - digits <= 2 && text.substr(digits).find_first_not_of('=') == text.npos;
  if (read != digits || !is_padding) return {};
  octets.resize(written);
  return octets;
}

}  // namespace dimma::tools::values
