#pragma once
// The clocks of the library. No other file in src/ may read a clock, which tests/tidy checks: in the simulated build
// (DIMMA_SIMULATED) these clocks return the scheduler's time.

#include <chrono>

#if defined(DIMMA_SIMULATED)
#include "base/sync/simulation.hpp"
#else
#include <time.h>
#endif

namespace dimma {

#if defined(DIMMA_SIMULATED)

class Clock : public std::chrono::steady_clock {
 public:
  static time_point now(simulation::Place place = simulation::Place::current()) noexcept {
    return simulation::now(place);
  }
};
class WallClock : public std::chrono::system_clock {
 public:
  static time_point now(simulation::Place place = simulation::Place::current()) noexcept {
    return time_point(std::chrono::duration_cast<duration>(simulation::now(place).time_since_epoch()));
  }
};
using CoarseClock = Clock;

#else

// Used for durations and for the deadlines of waits.
using Clock = std::chrono::steady_clock;

// Used for dates that people or other machines see. The clock may be set back.
using WallClock = std::chrono::system_clock;

// Clock's time at the system's last tick: up to some milliseconds old, but cheaper to read.
class CoarseClock {
 public:
  using time_point = Clock::time_point;
  static time_point now() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
  }
};

#endif

}  // namespace dimma
