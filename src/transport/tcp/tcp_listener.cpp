#include "transport/tcp/tcp_listener.hpp"

#include "transport/socket/address.hpp"
#include "transport/socket/socket_options.hpp"
#include "transport/socket/socket_stream.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/tcp/tcp_socket.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <netinet/in.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

// Returns true for the error of a single connection that ended while it waited; the next one may succeed.
bool concerns_one_connection(int error) noexcept {
  switch (error) {
    case EINTR:
    case ECONNABORTED:
    case EPROTO:
    case EPERM:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENOPROTOOPT:
    case ENONET:
    case ETIMEDOUT:
      return true;
    default:
      return false;
  }
}

// Returns a listening socket, or an empty descriptor and errno.
reactor::Descriptor listen_at(const Address& address, bool every_address, const StreamOptions& options) {
  reactor::Descriptor socket = tcp_socket(address.family(), Blocking::no);
  if (!socket) return socket;
  set_option(socket.get(), SOL_SOCKET, SO_REUSEADDR, 1);
  if (address.family() == AF_INET6) set_option(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, every_address ? 0 : 1);
  set_connection_options(socket.get(), address.family(), options);
  if (::bind(socket.get(), address.get(), address.length) != 0 || ::listen(socket.get(), SOMAXCONN) != 0) {
    const int error = errno;
    socket = reactor::Descriptor();
    errno = error;
  }
  return socket;
}

void put_family_first(std::vector<Address>& addresses, int family) {
  std::stable_partition(addresses.begin(), addresses.end(),
                        [family](const Address& address) { return address.family() == family; });
}

}  // namespace

std::unique_ptr<Stream> TcpListener::accept(int& error) {
  error = 0;
  while (!closed_.load(std::memory_order_relaxed)) {
    Address peer;
    reactor::Descriptor socket(::accept4(socket_.get(), peer.get(), &peer.length, SOCK_CLOEXEC));
    if (socket) {
      auto stream = std::make_unique<SocketStream>(std::move(socket), wait_, lingering_, closing_);
      stream->peer_is(peer);
      return stream;
    }
    if (concerns_one_connection(errno)) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK && !closed_.load(std::memory_order_relaxed)) error = errno;
    break;
  }
  return nullptr;
}

void TcpListener::close() noexcept {
  closed_.store(true, std::memory_order_relaxed);
  ::shutdown(socket_.get(), SHUT_RDWR);
}

std::unique_ptr<Listener> TcpTransport::listen(const Endpoint& at, const StreamOptions& options) {
  const std::string where = "listen at " + to_string(at);
  Resolved resolved = resolve(at.host, at.port, Purpose::listen);
  if (resolved.addresses.empty()) {
    throw std::system_error(EADDRNOTAVAIL, std::generic_category(), where + ": " + resolved.problem);
  }
  const bool every_address = at.host.empty();
  put_family_first(resolved.addresses, every_address ? AF_INET6 : AF_INET);
  for (const Address& address : resolved.addresses) {
    reactor::Descriptor socket = listen_at(address, every_address, options);
    if (!socket) {
      const bool family_missing = errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL;
      if (family_missing && &address != &resolved.addresses.back()) continue;
      throw std::system_error(errno, std::generic_category(), where);
    }
    Endpoint endpoint = at;
    endpoint.port = endpoint_of(local_address(socket.get())).port;
    return std::make_unique<TcpListener>(std::move(socket), std::move(endpoint), options, lingering_);
  }
  throw std::system_error(EADDRNOTAVAIL, std::generic_category(), where);
}

}  // namespace dimma::transport
