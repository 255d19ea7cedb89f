#include "simulation/scheduler/timers.hpp"

#include <algorithm>
#include <cstdint>

#include <sys/syscall.h>
#include <unistd.h>

namespace dimma::simulation {

Time Timers::next() const noexcept {
  Time next = never;
  for (const auto& [descriptor, setting] : timers_) next = std::min(next, setting.due);
  return next;
}

void Timers::expire(Time now) noexcept {
  for (auto& [descriptor, setting] : timers_) {
    std::uint64_t expirations = 0;
    for (; setting.due <= now; ++expirations) {
      setting.due = setting.period.count() != 0 ? setting.due + setting.period : never;
    }
    if (expirations != 0) ::syscall(SYS_write, descriptor, &expirations, sizeof expirations);
  }
}

}  // namespace dimma::simulation
