#pragma once
// While requests are served, checks every few milliseconds for upcalls that keep the reading side of their connection
// too long, and gives that side away. While replies are unsent, checks for those that can be sent or have waited too
// long. Otherwise does not run, so that an idle server never wakes up.

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
  // Advances `tick`. Checks the connections that `servings` lists as being served and, while replies are unsent, all of
  // `connections`. All arguments must outlive the monitor.
  UpcallMonitor(execution::WorkerPool& workers, Servings& servings, ConnectionList& connections,
                sync::Atomic<std::uint32_t>& tick);
  UpcallMonitor(const UpcallMonitor&) = delete;
  UpcallMonitor& operator=(const UpcallMonitor&) = delete;

  static constexpr std::chrono::milliseconds interval{10};
  // The number of additional ticks after which later requests overtake the upcall of a oneway. An upcall that takes so
  // long is slow, rather than waiting for a processor.
  static constexpr std::uint32_t ticks_more_for_oneways = 10;

  // Called before and after a thread of the pool serves a connection.
  void begin_serving() noexcept;
  void end_serving() noexcept;

  // Called when a connection has replies that its client does not take, and when the client has taken all.
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
  sync::Atomic<bool> has_begun_{false};     // something has begun since the last tick
  sync::Atomic<std::uint32_t> active_{0};   // threads that serve, and connections with unsent replies
  sync::Atomic<std::uint32_t> sending_{0};  // connections with unsent replies
};

}  // namespace dimma::iiop
