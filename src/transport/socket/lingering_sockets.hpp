#pragma once
// Connections that this end has closed in an orderly way while octets were still on their way to the peer.
//
// The system sends the remaining octets after close(2), but only until an octet arrives for the closed socket: then it
// answers RST (RFC 1122, 4.2.2.13) and drops them. A TLS server's session ticket or a late reply is enough for that.
// Such a socket is therefore kept open, and read, until the peer has acknowledged everything.

#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "transport/transport.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

namespace dimma::transport {

// Closes sockets, and keeps them as long as necessary. Thread safe.
class LingeringSockets {
 public:
  // A peer that does not acknowledge for this long is given up.
  static constexpr std::chrono::seconds linger_max{10};
  // Maximum time that the destructor waits for peers.
  static constexpr std::chrono::seconds end_max{1};

  LingeringSockets() = default;
  // Closes sockets that are left after end_max; the system continues to send.
  ~LingeringSockets();
  LingeringSockets(const LingeringSockets&) = delete;
  LingeringSockets& operator=(const LingeringSockets&) = delete;

  // States whether the peer sends octets without having been asked, as with TLS.
  enum class Peer : std::uint8_t { answers, speaks_unasked };

  // Closes a connected TCP socket. Closes it at once, with one system call more than close(2), if the peer has
  // acknowledged all octets, or if all octets have been sent and the peer is not going to send any. Otherwise shuts
  // down sending; a thread for all such sockets, which exists only while there are any, then waits for the
  // acknowledgement. Without threads this function waits, for end_max at most.
  void close(reactor::Descriptor socket, Peer peer) noexcept;

 private:
  struct Lingering {
    reactor::Descriptor socket;
    Deadline until;
  };

  void keep(Lingering lingering);
  void run() noexcept;
  void close_those_done(Deadline now) DIMMA_REQUIRES(mutex_);

  sync::Mutex mutex_;
  sync::Condition changed_;
  std::vector<Lingering> sockets_ DIMMA_GUARDED_BY(mutex_);
  // The deadline of all sockets once this object is being destroyed.
  Deadline end_ DIMMA_GUARDED_BY(mutex_) = no_deadline;
  bool has_thread_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Thread thread_ DIMMA_GUARDED_BY(mutex_);
};

inline LingeringSockets::Peer peer_of(const StreamOptions& options) noexcept {
  return options.peer_speaks_unasked ? LingeringSockets::Peer::speaks_unasked : LingeringSockets::Peer::answers;
}

}  // namespace dimma::transport
