#pragma once
// Converts between IDL strings and JSON texts, which are UTF-8.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools::values {

std::string utf8_of(char32_t code_point);
std::string utf8_of_latin1(std::string_view text);
std::string utf8_of_wide(const std::wstring& text);
// Returns the text with U+FFFD instead of each invalid octet.
std::string valid_utf8(std::string_view text);
// Returns nullopt if the text has a character beyond U+00FF.
std::optional<std::string> latin1_of(std::string_view utf8);
std::wstring wide_of(std::string_view utf8);

std::string base64_of(const std::vector<std::uint8_t>& octets);
// Returns nullopt if the text is not base64 with padding.
std::optional<std::vector<std::uint8_t>> octets_of_base64(std::string_view text);

}  // namespace dimma::tools::values
