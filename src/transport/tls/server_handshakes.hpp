#pragma once
// Limits the number and the duration of the handshakes of a listener's connections.

#include "base/sync/sync.hpp"
#include "transport/secure.hpp"

#include <list>

namespace dimma::transport {

class TlsStream;

// The handshakes in progress. Thread safe. Owned by shared_ptr, which connections share.
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

  // Registers a handshake. Shuts the oldest one down if there are too many. The stream has to call end() before it is
  // destroyed.
  Place begin(TlsStream& stream, Deadline until);
  void end(Place place) noexcept;

  Deadline deadline() const noexcept { return Clock::now() + limits_.time; }
  // Shuts down the handshakes whose deadline has passed. Returns the next deadline; no_deadline if there is none.
  Deadline end_overdue() noexcept;

 private:
  const HandshakeLimits limits_;
  sync::Mutex mutex_;
  std::list<InProgress> in_progress_ DIMMA_GUARDED_BY(mutex_);  // oldest first
};

}  // namespace dimma::transport
