#pragma once
// Measures how long the waits of one place have lately taken, for `wait=adaptive` without a number.

#include "base/sync/sync.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace dimma::reactor {

// Thread safe.
class Gaps {
 public:
  using Duration = std::chrono::nanoseconds;

  // A thread that blocks and is woken loses some tens of microseconds. Asking for longer than this gains nothing.
  static constexpr Duration worth_asking_max = std::chrono::microseconds(50);

  // Returns the time to ask before blocking: twice the usual wait, or zero if waits take too long for that. A thread
  // that blocks measures too, and asks again once waits have become short.
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
  // However long a pause was, a few short waits after it are enough to ask again.
  static constexpr Duration counted_max = 4 * worth_asking_max;

  sync::Atomic<Duration::rep> usual_{0};
};

}  // namespace dimma::reactor
