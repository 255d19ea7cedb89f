#pragma once
// Deadlines on the steady clock, and their conversion to the timeouts of poll(2) and epoll_wait(2).

#include "base/sync/clock.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace dimma {

using Deadline = Clock::time_point;
inline constexpr Deadline no_deadline = Deadline::max();
inline constexpr Deadline no_wait{};  // a deadline in the past: the operation does not block

inline bool passed(Deadline deadline) noexcept { return deadline != no_deadline && Clock::now() >= deadline; }

// Returns the time left in milliseconds, rounded up so that a wait does not end before its deadline; -1 if unlimited.
inline int poll_timeout(Deadline deadline) noexcept {
  if (deadline == no_deadline) return -1;
  const auto now = Clock::now();
  if (deadline <= now) return 0;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count();
  return static_cast<int>(std::min<decltype(left)>(left, std::numeric_limits<int>::max()));
}

// Returns the time `limit` from now. Returns no_deadline if that exceeds the clock's range or `limit` is negative.
inline Deadline deadline_in(std::chrono::milliseconds limit) noexcept {
  const auto now = Clock::now();
  if (limit.count() < 0 || limit >= std::chrono::floor<std::chrono::milliseconds>(no_deadline - now)) {
    return no_deadline;
  }
  return now + limit;
}

}  // namespace dimma
