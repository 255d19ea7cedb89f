#include "transport/tcp/attempt.hpp"

#include "transport/tcp/tcp_socket.hpp"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

void fail(Attempt& attempt, int error, const char* explanation = "") noexcept {
  attempt = {false, reactor::Descriptor(), {Status::failed, 0, error}, explanation};
}

// A socket that connects to a free port in this machine's ephemeral range may be assigned that very port: TCP then
// connects it to itself.
bool connected_to_itself(int socket) noexcept { return local_address(socket) == peer_address(socket); }

// Aborts a connection at once (RST), so that its port is free again.
void abort_connection(int socket) noexcept {
  const linger at_once{1, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void take(Attempt& attempt) noexcept {
  const int socket = attempt.socket.get();
  attempt.in_progress = false;
  if (connected_to_itself(socket)) {
    abort_connection(socket);
    return fail(attempt, ECONNREFUSED, " (no listener: the socket connected to itself)");
  }
  const int flags = ::fcntl(socket, F_GETFL);
  if (flags < 0 || ::fcntl(socket, F_SETFL, flags & ~O_NONBLOCK) != 0) fail(attempt, errno);
}

}  // namespace

Attempt begin_attempt(const Address& address, const StreamOptions& options) {
  Attempt attempt;
  attempt.socket = tcp_socket(address.family(), Blocking::no);
  if (!attempt.socket) {
    fail(attempt, errno);
    return attempt;
  }
  const int socket = attempt.socket.get();
  set_connection_options(socket, address.family(), options);
  if (::connect(socket, address.get(), address.length) == 0) {
    take(attempt);
  } else if (errno == EINPROGRESS || errno == EINTR) {
    attempt.in_progress = true;
    // A peer on this machine has already answered.
    pollfd answer{socket, POLLOUT, 0};
    if (::poll(&answer, 1, 0) > 0) end_attempt(attempt);
  } else {
    fail(attempt, errno);
  }
  return attempt;
}

void end_attempt(Attempt& attempt) noexcept {
  int error = 0;
  socklen_t length = sizeof error;
  if (::getsockopt(attempt.socket.get(), SOL_SOCKET, SO_ERROR, &error, &length) != 0) error = errno;
  error == 0 ? take(attempt) : fail(attempt, error);
}

std::string describe(const Address& address, const Endpoint& to, const Attempt& attempt) {
  const Endpoint tried = endpoint_of(address);
  const std::string text = describe(attempt.result) + attempt.explanation;
  if (tried.host == to.host) return text;
  return to_string(tried).substr(tried.transport.size() + 1) + ": " + text;
}

}  // namespace dimma::transport
