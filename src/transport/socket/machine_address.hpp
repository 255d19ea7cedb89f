#pragma once
// Which addresses of this machine others may use.

#include <cstdint>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace dimma::transport {

// True if a host to listen at means every address.
bool is_every_address(const std::string& host) noexcept;

enum class Families : std::uint8_t { both, ipv4, ipv6 };

struct InterfaceAddress {
  std::string text;             // in digits, without a zone
  bool is_short_lived = false;  // a reference may outlive it
};

// One address of each family, of those that a machine has, and IPv4 first: the first that the most peers reach, which
// is one of the link only for IPv4 where there is no other, and a short-lived one only where there is nothing else.
// IPv6 addresses of the link are never chosen, as they mean nothing without a zone, which means nothing to peers
// (RFC 4007, 11). The loopback of the family, or of IPv4 for both, where there is nothing to choose.
std::vector<std::string> chosen_addresses(const std::vector<InterfaceAddress>& machine, Families families);

// Those addresses in a list such as /proc/net/if_inet6 that are temporary (RFC 8981), deprecated (RFC 4862, 5.5.4), or
// another host's too (5.4.5).
std::set<std::string> short_lived_addresses(std::istream& list);

// Those of this machine now, of interfaces that are up and no loopback.
std::vector<std::string> machine_addresses(Families families);

}  // namespace dimma::transport
