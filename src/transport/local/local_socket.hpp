#pragma once
// Local sockets, on which `unix` and `shm` are built. They connect processes on one machine, of one user or of several
// users that PeerUsers allows.

#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "transport/local/peer_users.hpp"
#include "transport/transport.hpp"

#include <string>

namespace dimma::transport {

// A connected, blocking local socket, or the reason for the failure.
struct LocalConnection {
  reactor::Descriptor socket;
  Result result;
  std::string problem;  // "connection refused", "served by user 33, who is neither ..."
};
// Blocks while the listener's backlog is full, at most until the deadline; does not block if the deadline has passed.
LocalConnection connect_local(const Endpoint& to, Deadline deadline, const StreamOptions& options,
                              const PeerUsers& users);

// A listening local socket.
class LocalListener {
 public:
  // Listens at an endpoint. An empty name becomes an abstract one of 128 random bits. A file is created with mode 0600,
  // or 0666 if other users may connect. Takes over the file of a process that has ended without removing it. Throws
  // std::system_error, which names the endpoint.
  LocalListener(const Endpoint& at, const StreamOptions& options, const PeerUsers& users);
  ~LocalListener() { close(); }

  // See Listener::accept(). Accepts only peers of the allowed users, and closes the connections of others.
  reactor::Descriptor accept(int& error) noexcept;
  int handle() const noexcept { return handle_.get(); }
  const Endpoint& endpoint() const noexcept { return endpoint_; }
  void close() noexcept;

 private:
  void bind(const StreamOptions& options, const std::string& where);
  void forget_file() noexcept;

  Endpoint endpoint_;
  const PeerUsers users_;
  reactor::Descriptor socket_;
  reactor::Descriptor closed_event_;
  // An epoll descriptor that watches both: socket_ is closed to free the name, but the handle has to stay readable.
  reactor::Descriptor handle_;
  ino_t file_ = 0;  // the inode that bind() created at the path
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::transport
