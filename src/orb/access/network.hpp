#pragma once
// A network of IPv4 or IPv6 in CIDR notation (RFC 4632, RFC 4291 2.3).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::access {

class NetworkAddress {
 public:
  // Reads IPv4 "10.0.0.7" or IPv6 "fe80::1"; a "%zone" is ignored.
  static std::optional<NetworkAddress> read(std::string_view text);

  unsigned bits() const noexcept { return is_v6_ ? 128 : 32; }
  bool is_v6() const noexcept { return is_v6_; }
  // The address with all bits after the first `count` set to zero.
  NetworkAddress first(unsigned count) const noexcept;
  std::string text() const;

  friend bool operator==(const NetworkAddress&, const NetworkAddress&) = default;

 private:
  bool is_v6_ = false;
  std::array<std::uint8_t, 16> octets_{};
};

struct Network {
  NetworkAddress address;
  unsigned prefix = 0;  // bits

  bool has(const NetworkAddress& other) const noexcept {
    return other.is_v6() == address.is_v6() && other.first(prefix) == address;
  }
};

// Reads "10.0.0.0/8"; an address alone is a network of one. Returns nothing if it is neither; `problem` says why.
std::optional<Network> read_network(std::string_view text, std::string& problem);

}  // namespace dimma::access
