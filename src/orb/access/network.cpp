#include "orb/access/network.hpp"

#include <charconv>

#include <arpa/inet.h>

namespace dimma::access {

std::optional<NetworkAddress> NetworkAddress::read(std::string_view text) {
  NetworkAddress address;
  address.is_v6_ = text.find(':') != std::string_view::npos;
  if (address.is_v6_) text = text.substr(0, text.find('%'));
  const std::string terminated(text);
  if (terminated.find('\0') != std::string::npos) return {};
  const int family = address.is_v6_ ? AF_INET6 : AF_INET;
  if (::inet_pton(family, terminated.c_str(), address.octets_.data()) != 1) return {};
  return address;
}

NetworkAddress NetworkAddress::first(unsigned count) const noexcept {
  NetworkAddress cut = *this;
  for (unsigned i = 0; i < bits() / 8; ++i) {
    const unsigned kept = count > i * 8 ? count - i * 8 : 0;
    if (kept < 8) cut.octets_[i] = static_cast<std::uint8_t>(cut.octets_[i] & ~(0xffU >> kept));
  }
  return cut;
}

std::string NetworkAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(is_v6_ ? AF_INET6 : AF_INET, octets_.data(), text.data(), text.size());
  return text.data();
}

std::optional<Network> read_network(std::string_view text, std::string& problem) {
  const std::size_t slash = text.find('/');
  const auto address = NetworkAddress::read(text.substr(0, slash));
  if (!address || text.find('%') != std::string_view::npos) {
    problem = "expected an address such as 10.0.0.7 or fd00::7, or a network such as 10.0.0.0/8";
    return {};
  }
  unsigned prefix = address->bits();
  if (slash != std::string_view::npos) {
    const auto digits = text.substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
    if (error != std::errc() || end != digits.data() + digits.size() || prefix > address->bits()) {
      problem = "expected a number of bits from 0 to " + std::to_string(address->bits()) + " after the '/'";
      return {};
    }
  }
  if (address->first(prefix) != *address) {
    problem = "the address has bits set after its first " + std::to_string(prefix) + "; the network is " +
              address->first(prefix).text() + "/" + std::to_string(prefix);
    return {};
  }
  return Network{*address, prefix};
}

}  // namespace dimma::access
