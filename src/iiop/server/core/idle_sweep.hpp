#pragma once
// Closes idle connections of a server endpoint in order: their clients open new ones when they need them, and no
// request is lost. Also releases unused memory of long messages. Does not run while there are neither connections nor
// such memory.

#include "base/sync/sync.hpp"
#include "execution/worker_pool.hpp"
#include "iiop/server/core/connection_list.hpp"
#include "iiop/server/core/long_memory.hpp"
#include "reactor/timer.hpp"

#include <chrono>
#include <cstdint>

namespace dimma::iiop {

class IdleSweep {
 public:
  // Runs on a thread of `workers`. With a limit of zero, no connection is closed. All arguments must outlive the sweep.
  // Throws std::system_error.
  IdleSweep(execution::WorkerPool& workers, ConnectionList& connections, LongMemory& memory,
            std::chrono::milliseconds limit);
  IdleSweep(const IdleSweep&) = delete;
  IdleSweep& operator=(const IdleSweep&) = delete;

  // Called when there is a connection to watch.
  void begin() noexcept;
  // Called when memory of long messages has been kept, which may not be needed again.
  void begin_to_age() noexcept;
  std::uint64_t closed() const noexcept { return closed_.load(std::memory_order_relaxed); }

  // Stops the sweep permanently.
  void remove() noexcept { timer_.remove(); }

 private:
  void look() noexcept;
  void ask_connections();
  std::chrono::milliseconds until_asking() const noexcept;

  execution::WorkerPool& workers_;
  ConnectionList& connections_;
  LongMemory& memory_;
  const std::chrono::milliseconds limit_;                      // zero: never
  sync::Atomic<std::chrono::nanoseconds::rep> last_asked_{0};  // coarse_now() when connections were last checked
  reactor::Timer timer_;
  sync::Atomic<bool> running_{false};
  sync::Atomic<bool> aging_{false};
  sync::Atomic<std::uint64_t> closed_{0};
};

}  // namespace dimma::iiop
