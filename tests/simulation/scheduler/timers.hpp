#pragma once
// Timers of the system (timerfd), which follow the scheduler's clock.

#include "base/sync/simulation.hpp"

#include <chrono>
#include <map>

namespace dimma::simulation {

// Each timer is an eventfd, to which expire() writes.
class Timers {
 public:
  // Sets the time of the next expiry, and of the others after it. A period of zero means that there are no others.
  void set(int descriptor, Time due, std::chrono::nanoseconds period) { timers_[descriptor] = {due, period}; }
  void remove(int descriptor) { timers_.erase(descriptor); }

  // Returns the time at which the next timer expires, or `never`.
  Time next() const noexcept;
  // Makes the descriptors of all timers that are due readable.
  void expire(Time now) noexcept;

 private:
  struct Setting {
    Time due = never;
    std::chrono::nanoseconds period{};
  };

  std::map<int, Setting> timers_;
};

}  // namespace dimma::simulation
