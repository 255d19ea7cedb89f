#pragma once
// IPv6 addresses in text form, with or without a zone.

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace dimma {

// Converts the text between the brackets of a URL to the format of getaddrinfo(3). "fe80::1%25eth0", whose zone has the
// format of RFC 6874, becomes "fe80::1%eth0", and percent escapes in the zone are decoded. "fe80::1%eth0" is returned
// unchanged (RFC 6874, 3), and so is "fe80::1%25", whose zone is an interface number. Returns nullopt if the address or
// the zone contains an invalid character, or if the zone is empty. The system checks whether the zone exists when the
// address is used.
inline std::optional<std::string> ipv6_literal(std::string_view text) {
  const auto is_letter_or_digit = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const std::size_t percent = std::min(text.find('%'), text.size());
  const std::string_view address = text.substr(0, percent);
  constexpr std::string_view of_address = "0123456789abcdefABCDEF:.";
  if (address.empty() || address.find_first_not_of(of_address) != std::string_view::npos) return {};
  std::string literal(address);
  if (percent == text.size()) return literal;
  std::string_view zone = text.substr(percent + 1);
  if (zone.size() > 2 && zone.starts_with("25")) zone.remove_prefix(2);
  if (zone.empty()) return {};
  literal += '%';
  for (std::size_t i = 0; i < zone.size(); ++i) {
    unsigned char octet = static_cast<unsigned char>(zone[i]);
    if (zone[i] == '%') {
      const char* const digits = zone.data() + i + 1;
      if (i + 2 >= zone.size() || std::from_chars(digits, digits + 2, octet, 16).ptr != digits + 2) return {};
      if (octet <= ' ' || octet == '/' || octet == '%' || octet >= 0x7f) return {};  // not valid in an interface name
      i += 2;
    } else if (!is_letter_or_digit(zone[i]) && std::string_view("-._~").find(zone[i]) == std::string_view::npos) {
      return {};
    }
    literal += static_cast<char>(octet);
  }
  return literal;
}

// Returns the host without its zone, for use by other machines: a zone is meaningful only on this one (RFC 4007, 11).
inline std::string without_zone(std::string_view host) {
  return std::string(host.find(':') == std::string_view::npos ? host : host.substr(0, host.find('%')));
}

}  // namespace dimma
