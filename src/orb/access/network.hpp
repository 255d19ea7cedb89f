#pragma once
// IPv4 and IPv6 networks in CIDR notation (RFC 4632; RFC 4291, 2.3).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::access {

class NetworkAddress {
 public:
  // Parses an IPv4 address such as "10.0.0.7" or an IPv6 address such as "fe80::1". A "%zone" is ignored.
  static std::optional<NetworkAddress> read(std::string_view text);

  unsigned bits() const noexcept { return is_v6_ ? 128 : 32; }
  bool is_v6() const noexcept { return is_v6_; }
  // Returns the address with all bits after the first `count` cleared.
  NetworkAddress first(unsigned count) const noexcept;
  std::string text() const;

  friend bool operator==(const NetworkAddress&, const NetworkAddress&) = default;

 private:
  bool is_v6_ = false;
  std::array<std::uint8_t, 16> octets_{};
};

struct Network {
  NetworkAddress address;
  unsigned prefix = 0;  // length in bits

  bool has(const NetworkAddress& other) const noexcept {
    return other.is_v6() == address.is_v6() && other.first(prefix) == address;
  }
};

// Parses a network such as "10.0.0.0/8". A single address is a network of one address. Returns nullopt for any other
// text, and sets `problem` to the reason.
std::optional<Network> read_network(std::string_view text, std::string& problem);

}  // namespace dimma::access
