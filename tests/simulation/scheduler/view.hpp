#pragma once
// The steps of other threads that happen before a thread's next step, by C++'s rules of memory order.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dimma::simulation {

// The maximum number of threads that exist at once in a run.
inline constexpr std::size_t threads_max = 16;

// A number of steps for each thread. A thread has its own place in the clock while it exists.
class VectorClock {
 public:
  std::uint32_t operator[](std::size_t place) const noexcept { return steps_[place]; }
  std::uint32_t& operator[](std::size_t place) noexcept { return steps_[place]; }
  void join(const VectorClock& other) noexcept {
    for (std::size_t place = 0; place != threads_max; ++place) {
      steps_[place] = std::max(steps_[place], other.steps_[place]);
    }
  }

 private:
  std::array<std::uint32_t, threads_max> steps_{};
};

// Passed from a release to an acquire.
struct View {
  VectorClock before;  // the steps that happen before the thread's next step
  VectorClock seen;    // these, and those whose values may not be ignored because of sequentially consistent fences
  std::uint64_t fenced = 0;  // the last such fence that happens before, as a step of the run

  void join(const View& other) noexcept {
    before.join(other.before);
    seen.join(other.seen);
    fenced = std::max(fenced, other.fenced);
  }
};

// A step of a thread.
struct Step {
  std::size_t place = 0;
  std::uint32_t number = 0;

  bool is_in(const VectorClock& clock) const noexcept { return number <= clock[place]; }
};

}  // namespace dimma::simulation
