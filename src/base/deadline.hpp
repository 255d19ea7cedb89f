#pragma once
// Deadlines of the steady clock, and the same as poll(2) and epoll_wait(2) take them.

#include <algorithm>
#include <chrono>
#include <limits>

namespace dimma {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;
inline constexpr Deadline no_deadline = Deadline::max();
inline constexpr Deadline no_wait{};  // has always passed: what can be done at once is done

inline bool passed(Deadline deadline) noexcept { return deadline != no_deadline && Clock::now() >= deadline; }

// Milliseconds from now, rounded up so that a wait does not end before its deadline; -1: no limit.
inline int poll_timeout(Deadline deadline) noexcept {
  if (deadline == no_deadline) return -1;
  const auto now = Clock::now();
  if (deadline <= now) return 0;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count();
  return static_cast<int>(std::min<decltype(left)>(left, std::numeric_limits<int>::max()));
}

// The moment `limit` from now; no_deadline when that is beyond the clock or `limit` is negative.
inline Deadline deadline_in(std::chrono::milliseconds limit) noexcept {
  const auto now = Clock::now();
  if (limit.count() < 0 || limit >= std::chrono::floor<std::chrono::milliseconds>(no_deadline - now)) {
    return no_deadline;
  }
  return now + limit;
}

}  // namespace dimma
