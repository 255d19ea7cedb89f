#include "transport/deadline.hpp"
#include "transport/socket/address.hpp"
#include "transport/socket/socket_stream.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/tcp/tcp_socket.hpp"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

struct Attempt {
  Descriptor socket;  // connected, when the result is ok
  Result result;
  const char* explanation = "";
};

Attempt failed(int error) { return {Descriptor(), {Status::failed, 0, error}, ""}; }

// A socket that connects to a free port of this machine's ephemeral range may be given that very port: TCP then
// connects it to itself.
bool connected_to_itself(int socket) noexcept { return local_address(socket) == peer_address(socket); }

// Ends a connection at once, so that its port is free again.
void abort_connection(int socket) noexcept {
  const linger at_once{1, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

// The errno of the connection, 0 when it stands, EINPROGRESS when the deadline passed first.
int wait_until_connected(int socket, Deadline deadline) noexcept {
  for (;;) {
    pollfd waiting{socket, POLLOUT, 0};
    if (::poll(&waiting, 1, poll_timeout(deadline)) > 0) break;
    if (passed(deadline)) return EINPROGRESS;
  }
  int error = 0;
  socklen_t length = sizeof error;
  return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}

Attempt attempt(const Address& address, Deadline deadline, const StreamOptions& options) {
  Descriptor socket = tcp_socket(address.family(), Blocking::no);
  if (!socket) return failed(errno);
  set_connection_options(socket.get(), address.family(), options);
  if (::connect(socket.get(), address.get(), address.length) != 0) {
    if (errno != EINPROGRESS && errno != EINTR) return failed(errno);
    const int error = wait_until_connected(socket.get(), deadline);
    if (error == EINPROGRESS) return {Descriptor(), {Status::timeout, 0, 0}, ""};
    if (error != 0) return failed(error);
  }
  if (connected_to_itself(socket.get())) {
    abort_connection(socket.get());
    return {Descriptor(), {Status::failed, 0, ECONNREFUSED}, " (nobody listens, and it reached itself)"};
  }
  const int flags = ::fcntl(socket.get(), F_GETFL);
  if (flags < 0 || ::fcntl(socket.get(), F_SETFL, flags & ~O_NONBLOCK) != 0) return failed(errno);
  return {std::move(socket), {}, ""};
}

// What one address may take when `addresses` are still to be tried.
Deadline share_of(Deadline deadline, std::size_t addresses) {
  if (deadline == no_deadline) return deadline;
  const auto now = Clock::now();
  return deadline <= now ? deadline : now + (deadline - now) / static_cast<Clock::rep>(addresses);
}

// "connection refused", or "[::1]:2809: connection refused" where the endpoint itself does not name the address.
std::string failure_text(const Address& address, const Endpoint& to, const Attempt& attempt) {
  const Endpoint tried = endpoint_of(address);
  const std::string text = describe(attempt.result) + attempt.explanation;
  if (tried.host == to.host) return text;
  return to_string(tried).substr(tried.transport.size() + 1) + ": " + text;
}

// This machine has no way to addresses of that kind, which says nothing about the peer.
bool no_way(const Result& result) noexcept {
  return result.error == EAFNOSUPPORT || result.error == EADDRNOTAVAIL || result.error == ENETUNREACH;
}

}  // namespace

Connected TcpTransport::connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) {
  Connected connected;
  connected.detail = "connect to " + to_string(to) + ": ";
  const Resolved resolved = resolve(to.host, to.port, Purpose::connect);
  if (resolved.addresses.empty()) {
    connected.result = {Status::failed, 0, EHOSTUNREACH};
    connected.detail += "the name does not resolve: " + resolved.problem;
    return connected;
  }
  std::size_t to_try = resolved.addresses.size();
  for (const Address& address : resolved.addresses) {
    Attempt tried = attempt(address, share_of(deadline, to_try), options);
    if (tried.result) return {std::make_unique<SocketStream>(std::move(tried.socket), options.wait), {}, {}};
    connected.detail += (to_try == resolved.addresses.size() ? "" : "; ") + failure_text(address, to, tried);
    if (connected.result || !no_way(tried.result)) connected.result = tried.result;
    --to_try;
  }
  return connected;
}

}  // namespace dimma::transport
