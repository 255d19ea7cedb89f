#include "transport/tls/server_handshakes.hpp"

#include "base/sync/assert.hpp"
#include "transport/tls/handshake_failure.hpp"
#include "transport/tls/tls_stream.hpp"

namespace dimma::transport {

ServerHandshakes::Place ServerHandshakes::begin(TlsStream& stream, Deadline until) {
  const sync::LockGuard lock(mutex_);
  if (in_progress_.size() >= limits_.at_once) {
    InProgress& oldest = in_progress_.front();
    oldest.is_overdue = true;
    oldest.stream->shutdown();
  }
  return in_progress_.insert(in_progress_.end(), {until, &stream});
}

void ServerHandshakes::end(Place place) noexcept {
  const sync::LockGuard lock(mutex_);
  DIMMA_ASSERT(!in_progress_.empty());
  in_progress_.erase(place);
}

Deadline ServerHandshakes::end_overdue() noexcept {
  const sync::LockGuard lock(mutex_);
  const auto now = Clock::now();
  for (auto& [until, stream, is_overdue] : in_progress_) {
    if (is_overdue) continue;
    if (until > now) return until;
    is_overdue = true;
    log_handshake_failure(stream->peer(), "it timed out (--dimma-tls-handshake-timeout)", {});
    stream->shutdown();
  }
  return no_deadline;
}

}  // namespace dimma::transport
