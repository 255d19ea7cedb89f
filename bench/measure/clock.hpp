#pragma once
// The clock of all measurements: monotonic, in nanoseconds.

#include <cstdint>
#include <ctime>

namespace measure {

inline std::uint64_t now_ns() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

// The time that one reading of the clock takes: the median of many, in nanoseconds.
double clock_cost_ns();
// The smallest step between two readings of the clock: the median of many, in nanoseconds.
double clock_resolution_ns();

}  // namespace measure
