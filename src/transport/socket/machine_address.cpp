#include "transport/socket/machine_address.hpp"

#include <array>
#include <charconv>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/if_addr.h>
#include <net/if.h>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>

namespace dimma::transport {

namespace {

namespace ip = boost::asio::ip;

// Ranks of addresses: lower is better. Short-lived addresses are ranked last.
constexpr int widest = 0;
constexpr int narrower = 1;
constexpr int last_resort = 2;

std::string numeric_text(int family, const void* octets) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return ::inet_ntop(family, octets, text.data(), text.size()) == nullptr ? "" : text.data();
}

std::string numeric_text(const sockaddr& address) {
  return address.sa_family == AF_INET
             ? numeric_text(AF_INET, &reinterpret_cast<const sockaddr_in&>(address).sin_addr)
             : numeric_text(AF_INET6, &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
}

std::optional<int> rank_of(const ip::address_v4& address) {
  if (address.is_loopback() || address.is_unspecified()) return {};
  constexpr std::uint32_t link_local = 0xa9fe;  // 169.254.0.0/16
  return address.to_uint() >> 16 == link_local ? narrower : widest;
}

std::optional<int> rank_of(const ip::address_v6& address, bool is_short_lived) {
  if (address.is_loopback() || address.is_unspecified() || address.is_link_local() || address.is_multicast() ||
      address.is_v4_mapped()) {
    return {};
  }
  if (is_short_lived) return last_resort;
  const bool is_unique_local = (address.to_bytes()[0] & 0xfe) == 0xfc;  // RFC 4193
  return is_unique_local ? narrower : widest;
}

// The best address of one family so far.
struct Best {
  std::optional<int> rank;
  std::string text;

  void consider(const std::string& other, std::optional<int> its_rank) {
    if (!its_rank || (rank && *rank <= *its_rank)) return;
    rank = its_rank;
    text = other;
  }
};

// Returns the address given by 32 hexadecimal digits; empty if they are not valid.
std::string ipv6_of_digits(const std::string& digits) {
  std::array<unsigned char, sizeof(in6_addr)> octets{};
  if (digits.size() != 2 * octets.size()) return {};
  for (std::size_t i = 0; i < octets.size(); ++i) {
    const char* const first = digits.data() + 2 * i;
    if (std::from_chars(first, first + 2, octets[i], 16).ptr != first + 2) return {};
  }
  return numeric_text(AF_INET6, octets.data());
}

std::vector<InterfaceAddress> interface_addresses() {
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(list, &::freeifaddrs);
  std::ifstream flags("/proc/net/if_inet6");
  const auto short_lived = short_lived_addresses(flags);
  std::vector<InterfaceAddress> addresses;
  for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
    if (entry->ifa_addr == nullptr) continue;
    if (entry->ifa_addr->sa_family != AF_INET && entry->ifa_addr->sa_family != AF_INET6) continue;
    if ((entry->ifa_flags & IFF_LOOPBACK) != 0 || (entry->ifa_flags & IFF_UP) == 0) continue;
    const std::string text = numeric_text(*entry->ifa_addr);
    addresses.push_back({text, short_lived.contains(text)});
  }
  return addresses;
}

}  // namespace

bool is_every_address(const std::string& host) noexcept { return host.empty() || host == "0.0.0.0" || host == "::"; }

std::vector<std::string> chosen_addresses(const std::vector<InterfaceAddress>& machine, Families families) {
  Best ipv4;
  Best ipv6;
  for (const auto& [text, is_short_lived] : machine) {
    boost::system::error_code error;
    if (const auto address = ip::make_address_v4(text, error); !error) {
      if (families != Families::ipv6) ipv4.consider(text, rank_of(address));
    } else if (const auto other = ip::make_address_v6(text, error); !error) {
      if (families != Families::ipv4) ipv6.consider(text, rank_of(other, is_short_lived));
    }
  }
  std::vector<std::string> chosen;
  if (ipv4.rank) chosen.push_back(ipv4.text);
  if (ipv6.rank && (*ipv6.rank != last_resort || chosen.empty())) chosen.push_back(ipv6.text);
  if (chosen.empty()) chosen.emplace_back(families == Families::ipv6 ? "::1" : "127.0.0.1");
  return chosen;
}

std::set<std::string> short_lived_addresses(std::istream& list) {
  std::set<std::string> addresses;
  for (std::string line; std::getline(list, line);) {
    std::istringstream words(line);
    std::string address;
    std::string index;
    std::string prefix;
    std::string scope;
    std::string digits;
    words >> address >> index >> prefix >> scope >> digits;
    unsigned flags = 0;
    const char* const end = digits.data() + digits.size();
    if (digits.empty() || std::from_chars(digits.data(), end, flags, 16).ptr != end) continue;
    if ((flags & (IFA_F_TEMPORARY | IFA_F_DEPRECATED | IFA_F_DADFAILED)) == 0) continue;
    if (auto text = ipv6_of_digits(address); !text.empty()) addresses.insert(std::move(text));
  }
  return addresses;
}

std::vector<std::string> machine_addresses(Families families) {
  return chosen_addresses(interface_addresses(), families);
}

}  // namespace dimma::transport
