#include "execution/watched_threads.hpp"

#include "base/sync/clock.hpp"
#include "execution/thread_halt.hpp"

#include <utility>

namespace dimma::execution {

namespace {
// A thread whose events have taken less than this on average has not halted in them.
constexpr std::chrono::microseconds quick_event{50};
// A thread that has served the same event for this many looks counts as halted even if it computes, so that other
// events do not wait for it.
constexpr unsigned looks_in_same_max = 2;
// The average number of threads at each look whose state is queried from the system.
constexpr std::size_t states_per_look = 4;
}  // namespace

// While no event waits, threads that may have halted do no harm, so their state is not queried.
std::size_t WatchedThreads::count_halted(bool events_wait) noexcept {
  const auto now = Clock::now();
  const auto elapsed = now - counted_at_;
  std::size_t halted = 0;
  std::size_t asked = 0;
  for (Worker* const worker : workers_) {
    if (!worker->is_open) continue;
    const std::uint32_t events = worker->events.load(std::memory_order_relaxed);
    const std::uint32_t served = events - std::exchange(worker->events_seen, events);
    worker->looks_in_same = served == 0 && were_all_busy_ ? worker->looks_in_same + 1 : 0;
    if (served != 0 && served * quick_event >= elapsed) continue;
    if (!events_wait || worker->looks_in_same >= looks_in_same_max) {
      ++halted;
    } else {
      ++asked;
      if (is_halted(worker->id)) ++halted;
    }
  }
  counted_at_ = now;
  were_all_busy_ = true;
  looks_to_pass_ = asked / states_per_look;
  return halted;
}

}  // namespace dimma::execution
