#pragma once
// Waiting on a flag in the memory of a buffer.

#include "base/deadline.hpp"
#include "transport/shm/shared_word.hpp"

#include <algorithm>
#include <chrono>

namespace dimma::flow {

// A waiting process also checks the condition at this interval, since the process that would wake it may be killed.
constexpr std::chrono::milliseconds looks_every{50};

// Sleeps on the flag until `holds` returns true; calls `woken` after each sleep. Returns false once `patience` has
// passed. A thread that makes the condition true has to call is_awaited() afterwards.
template <class Holds, class Woken>
bool await(transport::SharedFlag& flag, std::chrono::nanoseconds patience, Holds holds, Woken woken) {
  const auto now = Clock::now();
  const Deadline until = patience < Deadline::max() - now ? now + patience : Deadline::max();
  while (!holds()) {
    flag.store(1);
    if (holds()) return true;
    const auto left = until - Clock::now();
    if (left.count() <= 0) return false;
    transport::wait_while(flag, 1, std::min<std::chrono::nanoseconds>(left, looks_every));
    woken();
  }
  return true;
}
template <class Holds>
bool await(transport::SharedFlag& flag, std::chrono::nanoseconds patience, Holds holds) {
  return await(flag, patience, holds, [] {});
}

// Returns true if a thread sleeps on the flag and has to be woken. Resets the flag.
inline bool is_awaited(transport::SharedFlag& flag) noexcept { return flag.load() != 0 && flag.exchange(0) != 0; }

}  // namespace dimma::flow
