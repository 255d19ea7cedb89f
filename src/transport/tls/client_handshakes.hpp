#pragma once
// Client handshakes that proceed without blocking a caller.

#include "base/sync/sync.hpp"
#include "reactor/event_flag.hpp"
#include "transport/tls/tls_stream.hpp"

#include <list>

namespace dimma::transport {

// One thread (`dimma-connector`) runs all handshakes; it exists only while there are any. Thread safe.
class ClientHandshakes {
 public:
  // Called once for each handshake, on that thread, or by end() with a stream that has been shut down.
  using Done = std::function<void(std::unique_ptr<TlsStream>, Result)>;

  ~ClientHandshakes() { end(); }

  // Throws std::system_error if no thread can be started; `done` is not called then.
  void begin(std::unique_ptr<TlsStream> stream, Deadline deadline, Done done);
  // Ends all handshakes in progress, and later ones at once. Returns when `done` has returned for each.
  void end() noexcept;

 private:
  struct Handshake {
    std::unique_ptr<TlsStream> stream;
    Deadline deadline;
    Done done;
  };
  void run() noexcept;
  bool take_new(std::list<Handshake>& in_progress);
  static void wait_for(const std::list<Handshake>& in_progress, int changed);

  sync::Mutex mutex_;
  reactor::EventFlag changed_;  // set with the mutex held
  std::list<Handshake> new_ DIMMA_GUARDED_BY(mutex_);
  bool running_ DIMMA_GUARDED_BY(mutex_) = false;
  bool ended_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Thread thread_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::transport
