#pragma once
// While requests are served, looks every few milliseconds for upcalls that keep their connection's reading side for
// long, and has it given away. While replies are unsent, looks for those that can be sent or have waited too long. Does
// not run while there is neither: an idle server wakes for nothing.

#include "base/sync/sync.hpp"
#include "execution/worker_pool.hpp"
#include "iiop/server/core/connection_list.hpp"
#include "iiop/server/core/servings.hpp"
#include "reactor/timer.hpp"

#include <chrono>
#include <cstdint>

namespace dimma::iiop {

class UpcallMonitor {
 public:
  // Advances `tick`. Looks at the connections that `servings` says are served, and at all of `connections` while
  // replies are unsent. All outlive it.
  UpcallMonitor(execution::WorkerPool& workers, Servings& servings, ConnectionList& connections,
                sync::Atomic<std::uint32_t>& tick);
  UpcallMonitor(const UpcallMonitor&) = delete;
  UpcallMonitor& operator=(const UpcallMonitor&) = delete;

  static constexpr std::chrono::milliseconds interval{10};
  // Requests after a oneway overtake it when its upcall has taken this many more ticks: by then it is slow, not only
  // waiting for a processor.
  static constexpr std::uint32_t ticks_more_for_oneways = 10;

  // Called around serving a connection, from any thread of the pool.
  void begin_serving() noexcept;
  void end_serving() noexcept;

  // Called around the time in which a connection has replies that its client has not taken.
  void begin_sending() noexcept;
  void end_sending() noexcept;

  // Stops the ticks.
  void remove() noexcept { timer_.remove(); }

 private:
  void begin() noexcept;
  void look() noexcept;

  Servings& servings_;
  ConnectionList& connections_;
  sync::Atomic<std::uint32_t>& tick_;
  reactor::Timer timer_;
  sync::Atomic<bool> ticks_{false};
  sync::Atomic<bool> has_begun_{false};     // something since the last tick
  sync::Atomic<std::uint32_t> active_{0};   // threads that serve, and connections with unsent replies
  sync::Atomic<std::uint32_t> sending_{0};  // those connections
};

}  // namespace dimma::iiop
