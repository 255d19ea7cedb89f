#include "transport/socket/machine_address.hpp"

#include <array>
#include <memory>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>

namespace dimma::transport {

namespace {

std::string address_of(const sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* octets = nullptr;
  if (address.sa_family == AF_INET) {
    octets = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
  } else {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    // A link-local address means nothing without the name of the link.
    if (IN6_IS_ADDR_LINKLOCAL(&v6)) return {};
    octets = &v6;
  }
  if (::inet_ntop(address.sa_family, octets, text.data(), text.size()) == nullptr) return {};
  return text.data();
}

}  // namespace

bool is_every_address(const std::string& host) noexcept { return host.empty() || host == "0.0.0.0" || host == "::"; }

std::string machine_address() {
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) return "127.0.0.1";
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(list, &::freeifaddrs);
  for (const int family : {AF_INET, AF_INET6}) {
    for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
      if (entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != family) continue;
      if ((entry->ifa_flags & IFF_LOOPBACK) != 0 || (entry->ifa_flags & IFF_UP) == 0) continue;
      if (auto text = address_of(*entry->ifa_addr); !text.empty()) return text;
    }
  }
  return "127.0.0.1";
}

}  // namespace dimma::transport
