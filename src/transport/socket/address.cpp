#include "transport/socket/address.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <memory>
#include <system_error>

#include <arpa/inet.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/un.h>

namespace dimma::transport {
namespace {

std::string problem_of(int code) {
  if (code == EAI_SYSTEM) return std::generic_category().message(errno);
  return ::gai_strerror(code);
}

template <typename Kind>
Kind as(const Address& address) noexcept {
  Kind specific{};
  std::memcpy(&specific, &address.storage, sizeof specific);
  return specific;
}

std::string text_of(int family, const void* raw) {
  char text[INET6_ADDRSTRLEN] = {};
  ::inet_ntop(family, raw, text, sizeof text);
  return text;
}

std::string text_of(const sockaddr_in6& address) {
  if (IN6_IS_ADDR_V4MAPPED(&address.sin6_addr)) return text_of(AF_INET, &address.sin6_addr.s6_addr[12]);
  std::string text = text_of(AF_INET6, &address.sin6_addr);
  char interface[IF_NAMESIZE] = {};
  if (address.sin6_scope_id != 0 && ::if_indextoname(address.sin6_scope_id, interface) != nullptr) {
    text.append("%").append(interface);
  }
  return text;
}

// Returns "@name", "/path", or an empty text for a socket without a name.
std::string local_socket_name(const Address& address) {
  const auto local = as<sockaddr_un>(address);
  if (address.length <= offsetof(sockaddr_un, sun_path)) return {};
  std::string name(local.sun_path, address.length - offsetof(sockaddr_un, sun_path));
  if (name[0] == 0) {
    name[0] = '@';
  } else {
    name.resize(name.find('\0') == std::string::npos ? name.size() : name.find('\0'));
  }
  return name;
}

// Returns the fault in the zone of a numeric IPv6 address, which may be that the zone is missing; empty if there is no
// fault, or if the host is not such an address.
std::string zone_problem(const std::string& host) {
  const std::size_t percent = std::min(host.find('%'), host.size());
  in6_addr address{};
  if (::inet_pton(AF_INET6, host.substr(0, percent).c_str(), &address) != 1) return {};
  const bool is_unicast_of_link = IN6_IS_ADDR_LINKLOCAL(&address);
  if (percent == host.size()) {
    if (!is_unicast_of_link) return {};
    return "a link-local address needs a zone, the network interface that leads to it, as in " + host + "%eth0";
  }
  const std::string zone = host.substr(percent + 1);
  if (!is_unicast_of_link && !IN6_IS_ADDR_MC_LINKLOCAL(&address)) {
    return "the zone '%" + zone + "' has no meaning, because the address is not link-local; omit it";
  }
  unsigned index = ::if_nametoindex(zone.c_str());
  if (index != 0) return {};
  char name[IF_NAMESIZE] = {};
  const char* const last = zone.data() + zone.size();
  const auto [end, error] = std::from_chars(zone.data(), last, index);
  if (error == std::errc() && end == last && ::if_indextoname(index, name) != nullptr) return {};
  return "this machine has no network interface '" + zone + "', which the zone names";
}

// Returns 0, or an error code of getaddrinfo.
int look_up(const std::string& host, std::uint16_t port, int flags, std::vector<Address>& known) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  // AI_ADDRCONFIG is not used: it ignores loopback addresses, so a machine (or a container) without other addresses
  // could not connect to itself. An address of a family without a route fails at once when it is tried.
  hints.ai_flags = AI_NUMERICSERV | flags;

  addrinfo* list = nullptr;
  const int code = ::getaddrinfo(host.empty() ? nullptr : host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (code != 0) return code;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    if (entry->ai_family != AF_INET && entry->ai_family != AF_INET6) continue;
    Address address;
    std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
    address.length = entry->ai_addrlen;
    if (std::find(known.begin(), known.end(), address) == known.end()) known.push_back(address);
  }
  return 0;
}

}  // namespace

bool operator==(const Address& one, const Address& other) noexcept {
  if (one.family() != other.family()) return false;
  if (one.family() == AF_INET) {
    const auto a = as<sockaddr_in>(one);
    const auto b = as<sockaddr_in>(other);
    return a.sin_port == b.sin_port && a.sin_addr.s_addr == b.sin_addr.s_addr;
  }
  const auto a = as<sockaddr_in6>(one);
  const auto b = as<sockaddr_in6>(other);
  return a.sin6_port == b.sin6_port && a.sin6_scope_id == b.sin6_scope_id &&
         std::memcmp(&a.sin6_addr, &b.sin6_addr, sizeof a.sin6_addr) == 0;
}

Resolved resolve(const std::string& host, std::uint16_t port, Purpose purpose) {
  Resolved resolved;
  resolved.problem = zone_problem(host);
  if (!resolved.problem.empty()) return resolved;
  const int code = look_up(host, port, purpose == Purpose::listen ? AI_PASSIVE : 0, resolved.addresses);
  if (code != 0) {
    resolved.problem = problem_of(code);
  } else if (resolved.addresses.empty()) {
    resolved.problem = "no address";
  }
  return resolved;
}

std::optional<Resolved> resolve_at_once(const std::string& host, std::uint16_t port) {
  if (host.empty()) return resolve(host, port, Purpose::connect);
  Resolved resolved;
  resolved.problem = zone_problem(host);
  if (!resolved.problem.empty()) return resolved;
  if (look_up(host, port, AI_NUMERICHOST, resolved.addresses) != 0 || resolved.addresses.empty()) return {};
  return resolved;
}

std::optional<Address> local_socket_address(const std::string& name) {
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  // An abstract name has no terminating zero; a file name has one.
  const bool is_abstract = name.starts_with('@');
  if (name.empty() || name.size() + (is_abstract ? 0 : 1) > sizeof local.sun_path) return {};
  std::memcpy(local.sun_path, name.data(), name.size());
  if (is_abstract) local.sun_path[0] = 0;
  Address address;
  std::memcpy(&address.storage, &local, sizeof local);
  address.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + (is_abstract ? 0 : 1));
  return address;
}

Endpoint endpoint_of(const Address& address) {
  if (address.family() == AF_UNIX) return {"unix", local_socket_name(address), 0};
  if (address.family() == AF_INET) {
    const auto v4 = as<sockaddr_in>(address);
    return {"tcp", text_of(AF_INET, &v4.sin_addr), ntohs(v4.sin_port)};
  }
  if (address.family() == AF_INET6) {
    const auto v6 = as<sockaddr_in6>(address);
    return {"tcp", text_of(v6), ntohs(v6.sin6_port)};
  }
  return {};
}

Address local_address(int socket) noexcept {
  Address address;
  if (::getsockname(socket, address.get(), &address.length) != 0) return {};
  return address;
}

Address peer_address(int socket) noexcept {
  Address address;
  if (::getpeername(socket, address.get(), &address.length) != 0) return {};
  return address;
}

}  // namespace dimma::transport
