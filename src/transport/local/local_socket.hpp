#pragma once
// Local sockets, on which `unix` and `shm` are built. Processes of one user on one machine talk through them, and those
// of other users that they are told of.

#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "transport/local/peer_users.hpp"
#include "transport/transport.hpp"

#include <string>

namespace dimma::transport {

// A connected, blocking local socket, or why there is none.
struct LocalConnection {
  reactor::Descriptor socket;
  Result result;
  std::string problem;  // "connection refused", "served by user 33, who is neither ..."
};
// Blocks while the listener's backlog is full, until the deadline at most; does not block if it has passed.
LocalConnection connect_local(const Endpoint& to, Deadline deadline, const StreamOptions& options,
                              const PeerUsers& users);

// A listening local socket.
class LocalListener {
 public:
  // An empty name is an abstract one of 128 random bits. A file is made with mode 0600, or 0666 if other users may
  // connect. Takes over the file of a process that has ended without removing it. Throws std::system_error naming the
  // endpoint.
  LocalListener(const Endpoint& at, const StreamOptions& options, const PeerUsers& users);
  ~LocalListener() { close(); }

  // See Listener::accept(). Accepts only peers of these users, and closes the connections of others.
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
  // Watches both: the name is free only when the socket is closed, and the handle has to be readable from then on.
  reactor::Descriptor handle_;
  ino_t file_ = 0;  // the file that bind() made at the path
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::transport
