#pragma once
// Measures the duration of recent waits at one place, for `wait=adaptive` without a number.

#include "base/sync/sync.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace dimma::reactor {

// Thread-safe.
class Gaps {
 public:
  using Duration = std::chrono::nanoseconds;

  // Blocking and waking a thread takes some tens of microseconds. Spinning for longer than this gains nothing.
  static constexpr Duration worth_asking_max = std::chrono::microseconds(50);

  // Returns the time to spin before blocking: twice the usual wait, or zero if waits take too long for that. A thread
  // that blocks measures too, so threads spin again once waits have become short.
  Duration ask_for() const noexcept {
    const Duration usual{usual_.load(std::memory_order_relaxed)};
    if (usual > worth_asking_max) return Duration::zero();
    return std::max<Duration>(2 * usual, least);
  }

  // Called when a wait has ended, successfully or not, after `gap`.
  void ended_after(Duration gap) noexcept {
    constexpr Duration::rep weight = 8;
    const auto counted = std::clamp<Duration>(gap, Duration::zero(), counted_max).count();
    const auto usual = usual_.load(std::memory_order_relaxed);
    usual_.store(usual + (counted - usual) / weight, std::memory_order_relaxed);
  }

 private:
  static constexpr Duration least = std::chrono::microseconds(1);
  // Limits the effect of a long pause, after which a few short waits are enough to spin again.
  static constexpr Duration counted_max = 4 * worth_asking_max;

  sync::Atomic<Duration::rep> usual_{0};
};

}  // namespace dimma::reactor
