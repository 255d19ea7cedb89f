#pragma once
// Decides, by the duration of recent upcalls, whether a connection's reading side is handed over before each upcall.
//
// Usually an upcall is over before anything else arrives, and its thread keeps the reading side. If upcalls are slow
// while more requests wait, the reading side is handed over before each upcall (eager). After a number of quick upcalls
// in a row, the thread keeps it again.

#include "base/sync/sync.hpp"

#include <cstdint>
#include <utility>

namespace dimma::iiop {

// Used concurrently by the monitor and the thread that has the reading side.
class UpcallPace {
 public:
  // If fewer requests than this are served in a tick while more wait, they are slow, and better served in parallel.
  static constexpr std::uint32_t slow_requests_per_tick = 20;
  // If this many upcalls in a row each end within a tick, they are quick. Even upcalls of a millisecond hardly achieve
  // that.
  static constexpr std::uint32_t quick_upcalls_max = 64;

  // `always_eager`: requests above the limit have to be read in order to be refused.
  explicit UpcallPace(bool always_eager) noexcept : always_eager_(always_eager), is_eager_(always_eager) {}

  bool is_eager() const noexcept { return is_eager_.load(std::memory_order_relaxed); }
  // Called when a request has been served in turn.
  [[gnu::always_inline]] void served() noexcept {
    served_.store(served_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  // Called when an upcall has ended. `since` is the tick at which its thread handed over the reading side, 0 if it did
  // not.
  void ended_apart(std::uint32_t since, std::uint32_t tick) noexcept {
    if (since != tick) {
      quick_upcalls_.store(0, std::memory_order_relaxed);
    } else if (quick_upcalls_.fetch_add(1, std::memory_order_relaxed) + 1 >= quick_upcalls_max && !always_eager_) {
      quick_upcalls_.store(0, std::memory_order_relaxed);
      is_eager_.store(false, std::memory_order_relaxed);
    }
  }
  // Called when there is nothing to be read.
  void paused() noexcept { is_eager_.store(always_eager_, std::memory_order_relaxed); }

  // The functions below are for the monitor.

  // Returns the ticks since the last call; 0 if the connection was checked for another thread already.
  std::uint32_t ticks_to(std::uint32_t tick) noexcept { return tick - std::exchange(checked_at_, tick); }
  // Called when the upcall in progress takes too long, or when few requests are served while more wait.
  void found_slow() noexcept { is_eager_.store(true, std::memory_order_relaxed); }
  // Returns true if few requests were served since the last call.
  bool few_served() noexcept {
    const auto served = served_.load(std::memory_order_relaxed);
    return served - std::exchange(served_when_checked_, served) < slow_requests_per_tick;
  }

 private:
  const bool always_eager_;
  sync::Atomic<bool> is_eager_;
  sync::Atomic<std::uint32_t> quick_upcalls_{0};  // in a row
  sync::Atomic<std::uint32_t> served_{0};
  std::uint32_t checked_at_ = 0;  // a tick; this and the next are used only by the monitor
  std::uint32_t served_when_checked_ = 0;
};

}  // namespace dimma::iiop
