#include "transport/udp/udp.hpp"

#include "transport/socket/address.hpp"
#include "transport/socket/socket_options.hpp"
#include "transport/udp/udp_socket.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <netinet/in.h>

namespace dimma::transport {
namespace {

reactor::Descriptor udp_socket(int family) noexcept {
  return reactor::Descriptor(::socket(family, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_UDP));
}

// Returns a bound socket, or an empty descriptor and errno.
reactor::Descriptor bind_at(const Address& address, bool every_address, const StreamOptions& options) {
  reactor::Descriptor socket = udp_socket(address.family());
  if (!socket) return socket;
  if (address.family() == AF_INET6) set_option(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, every_address ? 0 : 1);
  set_option(socket.get(), SOL_SOCKET, SO_RXQ_OVFL, 1);
  set_stream_options(socket.get(), address.family(), options);
  if (::bind(socket.get(), address.get(), address.length) == 0) return socket;
  const int error = errno;
  socket = reactor::Descriptor();
  errno = error;
  return socket;
}

}  // namespace

std::unique_ptr<DatagramSocket> UdpTransport::connect(const Endpoint& to, const StreamOptions& options,
                                                      std::string& problem) {
  Resolved resolved = resolve(to.host, to.port, Purpose::connect);
  problem = "reach " + to_string(to) + ": " + resolved.problem;
  for (const Address& address : resolved.addresses) {
    reactor::Descriptor socket = udp_socket(address.family());
    if (socket) set_stream_options(socket.get(), address.family(), options);
    if (socket && ::connect(socket.get(), address.get(), address.length) == 0) {
      problem.clear();
      return std::make_unique<UdpSocket>(std::move(socket), address.family(), UdpSocket::Kind::connected, options.wait);
    }
    const Endpoint tried = endpoint_of(address);
    if (!problem.ends_with(": ")) problem += "; ";
    problem += tried.host + ": " + describe(Result{Status::failed, 0, errno});
  }
  return nullptr;
}

std::unique_ptr<DatagramSocket> UdpTransport::bind(const Endpoint& at, const StreamOptions& options) {
  const std::string where = "listen at " + to_string(at);
  Resolved resolved = resolve(at.host, at.port, Purpose::listen);
  if (resolved.addresses.empty()) {
    throw std::system_error(EADDRNOTAVAIL, std::generic_category(), where + ": " + resolved.problem);
  }
  const bool every_address = at.host.empty();
  const int first_family = every_address ? AF_INET6 : AF_INET;
  std::stable_partition(resolved.addresses.begin(), resolved.addresses.end(),
                        [first_family](const Address& address) { return address.family() == first_family; });
  for (const Address& address : resolved.addresses) {
    reactor::Descriptor socket = bind_at(address, every_address, options);
    if (socket) {
      return std::make_unique<UdpSocket>(std::move(socket), address.family(), UdpSocket::Kind::bound, options.wait);
    }
    const bool family_missing = errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL;
    if (family_missing && &address != &resolved.addresses.back()) continue;
    throw std::system_error(errno, std::generic_category(), where);
  }
  throw std::system_error(EADDRNOTAVAIL, std::generic_category(), where);
}

}  // namespace dimma::transport
