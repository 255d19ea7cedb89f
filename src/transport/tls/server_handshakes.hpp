#pragma once
// The handshakes of a listener's connections: how many there may be at once, and how long each.

#include "base/sync/sync.hpp"
#include "transport/secure.hpp"

#include <list>

namespace dimma::transport {

class TlsStream;

// From any thread. Owned by shared_ptr: connections have it too.
class ServerHandshakes {
 private:
  struct InProgress {
    Deadline until;
    TlsStream* stream;
    bool is_overdue = false;
  };

 public:
  using Place = std::list<InProgress>::iterator;

  explicit ServerHandshakes(const HandshakeLimits& limits) : limits_(limits) {}

  // The oldest is shut down where there are too many. The stream has to end it before it is gone.
  Place begin(TlsStream& stream, Deadline until);
  void end(Place place) noexcept;

  Deadline deadline() const noexcept { return Clock::now() + limits_.time; }
  // Shuts down those whose time is over. When the next one's is; no_deadline: there is none.
  Deadline end_overdue() noexcept;

 private:
  const HandshakeLimits limits_;
  sync::Mutex mutex_;
  std::list<InProgress> in_progress_ DIMMA_GUARDED_BY(mutex_);  // the oldest first
};

}  // namespace dimma::transport
