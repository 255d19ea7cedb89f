#pragma once
// The clocks of the library. Nothing else in src/ reads one, which tests/tidy checks: in the simulated build
// (DIMMA_SIMULATED) they tell the scheduler's time.

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

// Measures how long things take, and has the deadlines of waits.
using Clock = std::chrono::steady_clock;

// Tells the date, for people and for other machines. It may be set back.
using WallClock = std::chrono::system_clock;

// The time of Clock as of the system's last tick, which is up to some milliseconds ago and costs less to read.
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
