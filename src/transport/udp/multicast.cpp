#include "transport/udp/multicast.hpp"

#include "transport/socket/address.hpp"
#include "transport/socket/socket_options.hpp"
#include "transport/udp/udp_socket.hpp"

#include <cerrno>
#include <system_error>

#include <net/if.h>
#include <netinet/in.h>

namespace dimma::transport {
namespace {

constexpr int ttl_default = 1;  // this network only

bool is_group(const Address& address) noexcept {
  if (address.family() == AF_INET) {
    return IN_MULTICAST(ntohl(reinterpret_cast<const sockaddr_in*>(address.get())->sin_addr.s_addr));
  }
  return address.family() == AF_INET6 &&
         IN6_IS_ADDR_MULTICAST(&reinterpret_cast<const sockaddr_in6*>(address.get())->sin6_addr);
}

// Returns the address of the group. Throws QoSError if it is not a group.
Address group_of(const Endpoint& endpoint) {
  const Resolved resolved = resolve(endpoint.host, endpoint.port, Purpose::connect);
  if (resolved.addresses.size() == 1 && is_group(resolved.addresses.front())) return resolved.addresses.front();
  throw QoSError(Field::socket, "group(" + endpoint.host + "," + std::to_string(endpoint.port) +
                                    "): not the address of a multicast group");
}

int interface_index(const StreamOptions& options) {
  if (options.interface.empty()) return 0;
  const unsigned index = ::if_nametoindex(options.interface.c_str());
  if (index == 0) throw QoSError(Field::socket, "interface(" + options.interface + "): no such network interface");
  return static_cast<int>(index);
}

reactor::Descriptor group_socket(const Address& group, const StreamOptions& options) {
  reactor::Descriptor socket(::socket(group.family(), SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_UDP));
  if (!socket) throw std::system_error(errno, std::generic_category(), "socket");
  StreamOptions others = options;
  others.ttl.reset();
  set_stream_options(socket.get(), group.family(), others);
  return socket;
}

// Returns 0 or an errno.
int send_through(int socket, int family, int interface, int ttl) noexcept {
  const ip_mreqn at{{}, {}, interface};
  const bool is_v6 = family == AF_INET6;
  const int level = is_v6 ? IPPROTO_IPV6 : IPPROTO_IP;
  const int hops = is_v6 ? IPV6_MULTICAST_HOPS : IP_MULTICAST_TTL;
  if (::setsockopt(socket, level, hops, &ttl, sizeof ttl) != 0) return errno;
  if (interface == 0) return 0;
  const int done = is_v6 ? ::setsockopt(socket, level, IPV6_MULTICAST_IF, &interface, sizeof interface)
                         : ::setsockopt(socket, level, IP_MULTICAST_IF, &at, sizeof at);
  return done == 0 ? 0 : errno;
}

int join(int socket, const Address& group, int interface) noexcept {
  const int off = 0;
  if (group.family() == AF_INET6) {
    const ipv6_mreq at{reinterpret_cast<const sockaddr_in6*>(group.get())->sin6_addr, static_cast<unsigned>(interface)};
    ::setsockopt(socket, IPPROTO_IPV6, IPV6_MULTICAST_ALL, &off, sizeof off);
    return ::setsockopt(socket, IPPROTO_IPV6, IPV6_JOIN_GROUP, &at, sizeof at) == 0 ? 0 : errno;
  }
  const ip_mreqn at{reinterpret_cast<const sockaddr_in*>(group.get())->sin_addr, {}, interface};
  // Receives only datagrams from the interface at which this socket has joined, not from those joined by other sockets.
  ::setsockopt(socket, IPPROTO_IP, IP_MULTICAST_ALL, &off, sizeof off);
  return ::setsockopt(socket, IPPROTO_IP, IP_ADD_MEMBERSHIP, &at, sizeof at) == 0 ? 0 : errno;
}

// Returns the maximum size of an unfragmented datagram to the group. Uses a connected socket, since only that can
// report it.
std::size_t octets_on_the_way(const Address& group, const StreamOptions& options, int interface, std::string& problem) {
  const reactor::Descriptor probe = group_socket(group, options);
  int error = send_through(probe.get(), group.family(), interface, ttl_default);
  if (error == 0 && ::connect(probe.get(), group.get(), group.length) != 0) error = errno;
  if (error == 0) return UdpSocket::path_octets(probe.get(), group.family());
  problem = describe(Result{Status::failed, 0, error});
  return 0;
}

}  // namespace

std::unique_ptr<DatagramSocket> MulticastTransport::connect(const Endpoint& to, const StreamOptions& options,
                                                            std::string& problem) {
  const Address group = group_of(to);
  const int interface = interface_index(options);
  problem.clear();
  const std::size_t in_one_piece = octets_on_the_way(group, options, interface, problem);
  if (in_one_piece == 0) {
    problem = "reach " + to_string(to) + ": " + problem;
    return nullptr;
  }
  reactor::Descriptor socket = group_socket(group, options);
  const int ttl = options.ttl ? static_cast<int>(*options.ttl) : ttl_default;
  if (const int error = send_through(socket.get(), group.family(), interface, ttl); error != 0) {
    throw QoSError(Field::socket, "ttl(" + std::to_string(ttl) + "): " + std::generic_category().message(error));
  }
  return std::make_unique<UdpSocket>(std::move(socket), group, in_one_piece, options.wait);
}

std::unique_ptr<DatagramSocket> MulticastTransport::bind(const Endpoint& at, const StreamOptions& options) {
  const std::string where = "listen at " + to_string(at);
  const Address group = group_of(at);
  const int interface = interface_index(options);
  reactor::Descriptor socket = group_socket(group, options);
  set_option(socket.get(), SOL_SOCKET, SO_RXQ_OVFL, 1);
  set_option(socket.get(), SOL_SOCKET, SO_REUSEADDR, 1);
  Address address = group;
  if (group.family() == AF_INET6) {
    reinterpret_cast<sockaddr_in6*>(address.get())->sin6_scope_id = static_cast<std::uint32_t>(interface);
  }
  if (::bind(socket.get(), address.get(), address.length) != 0) {
    throw std::system_error(errno, std::generic_category(), where);
  }
  if (const int error = join(socket.get(), group, interface); error != 0) {
    throw std::system_error(error, std::generic_category(), where + ": join the group");
  }
  auto member = std::make_unique<UdpSocket>(std::move(socket), group.family(), UdpSocket::Kind::member, options.wait);
  member->reply_from(group_socket(group, options));
  return member;
}

}  // namespace dimma::transport
