#pragma once
// Connections that this end has closed in order while octets were still on their way to the peer.
//
// The system sends what is left after close(2), but gives up at the first octet that comes for a socket that no
// process holds: it answers RST (RFC 1122, 4.2.2.13) and drops the rest. A TLS server's session ticket or a reply that
// came too late is enough. Such a socket is therefore kept, and read, until the peer has acknowledged everything.

#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "transport/transport.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

namespace dimma::transport {

// Thread safe.
class LingeringSockets {
 public:
  // A peer that does not acknowledge for this long is given up.
  static constexpr std::chrono::seconds linger_max{10};
  // The destructor waits no longer than this for peers.
  static constexpr std::chrono::seconds end_max{1};

  LingeringSockets() = default;
  // Sockets that are left after end_max are closed; the system goes on sending.
  ~LingeringSockets();
  LingeringSockets(const LingeringSockets&) = delete;
  LingeringSockets& operator=(const LingeringSockets&) = delete;

  // Tells if the peer sends octets that it has not been asked for, as with TLS.
  enum class Peer : std::uint8_t { answers, speaks_unasked };

  // Closes a connected TCP socket. Closes it at once, with one system call more than close(2), if the peer has
  // acknowledged all that was sent, or if all has been sent to a peer that is not going to say anything. Otherwise
  // sends its end, and one thread for all such sockets, which exists only while there are some, waits for the
  // acknowledgement. Without threads this waits, for end_max at most.
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
  // The limit for all of them, once this object is being destroyed.
  Deadline end_ DIMMA_GUARDED_BY(mutex_) = no_deadline;
  bool has_thread_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Thread thread_ DIMMA_GUARDED_BY(mutex_);
};

inline LingeringSockets::Peer peer_of(const StreamOptions& options) noexcept {
  return options.peer_speaks_unasked ? LingeringSockets::Peer::speaks_unasked : LingeringSockets::Peer::answers;
}

}  // namespace dimma::transport
