#pragma once
// Chooses the addresses of this machine that peers can use.

#include <cstdint>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace dimma::transport {

// Returns true if a host to listen at means every address.
bool is_every_address(const std::string& host) noexcept;

enum class Families : std::uint8_t { both, ipv4, ipv6 };

struct InterfaceAddress {
  std::string text;             // numeric, without a zone
  bool is_short_lived = false;  // a reference may outlive the address
};

// Chooses one address of each family, IPv4 first: the one that most peers can reach. A link-local IPv4 address is
// chosen only if there is no other, and a short-lived address only if there is nothing else. Link-local IPv6 addresses
// are never chosen: they mean nothing without a zone, and zones are meaningless to peers (RFC 4007, 11). If there is
// nothing to choose from, returns the loopback address of the family, or of IPv4 for both.
std::vector<std::string> chosen_addresses(const std::vector<InterfaceAddress>& machine, Families families);

// Returns the addresses in a list such as /proc/net/if_inet6 that are temporary (RFC 8981), deprecated (RFC 4862,
// 5.5.4), or duplicates of another host's (5.4.5).
std::set<std::string> short_lived_addresses(std::istream& list);

// Chooses among this machine's current addresses, on interfaces that are up and not loopback.
std::vector<std::string> machine_addresses(Families families);

}  // namespace dimma::transport
