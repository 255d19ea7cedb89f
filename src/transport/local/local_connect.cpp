#include "base/deadline.hpp"
#include "transport/local/local_socket.hpp"
#include "transport/socket/address.hpp"
#include "transport/socket/socket_options.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace dimma::transport {
namespace {

LocalConnection connect_failed(int error) {
  const Result result{Status::failed, 0, error};
  return {{}, result, describe(result)};
}

// Limits the time that connecting may wait for room in the listener's backlog.
void limit_wait(int socket, Deadline deadline) {
  if (deadline == no_deadline) return;
  const auto limit = std::max(std::chrono::ceil<std::chrono::microseconds>(deadline - Clock::now()),
                              std::chrono::microseconds(1));  // zero would mean no limit
  timeval value{};
  value.tv_sec = static_cast<time_t>(limit.count() / 1'000'000);
  value.tv_usec = static_cast<suseconds_t>(limit.count() % 1'000'000);
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &value, sizeof value);
}

void limit_nothing(int socket, Deadline deadline) {
  if (deadline == no_deadline) return;
  const timeval none{};
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
}

}  // namespace

LocalConnection connect_local(const Endpoint& to, Deadline deadline, const StreamOptions& options,
                              const PeerUsers& users) {
  const auto address = local_socket_address(to.host);
  if (!address) return connect_failed(to.host.empty() ? EINVAL : ENAMETOOLONG);
  const bool may_wait = !passed(deadline);
  reactor::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (may_wait ? 0 : SOCK_NONBLOCK), 0));
  if (!socket) return connect_failed(errno);
  set_stream_options(socket.get(), AF_UNIX, options);
  if (may_wait) limit_wait(socket.get(), deadline);
  while (::connect(socket.get(), address->get(), address->length) != 0) {
    if (errno == EINTR) continue;
    if (errno == EAGAIN) return {{}, {Status::timeout, 0, 0}, describe({Status::timeout, 0, 0})};
    // For a client, a process that never listened there is the same as one that no longer does.
    return connect_failed(errno == ENOENT ? ECONNREFUSED : errno);
  }
  if (may_wait) {
    limit_nothing(socket.get(), deadline);
  } else if (::fcntl(socket.get(), F_SETFL, 0) != 0) {  // restores blocking mode; no other flag is set
    return connect_failed(errno);
  }
  const auto served_by = users.of(socket.get());
  if (!users.have(served_by)) {
    return {{},
            {Status::failed, 0, EACCES},
            served_by ? "served by user " + std::to_string(*served_by) +
                            ", which is neither the user of this process nor in --dimma-local-users"
                      : "the system does not report the user of the server"};
  }
  return {std::move(socket), {}, {}};
}

}  // namespace dimma::transport
