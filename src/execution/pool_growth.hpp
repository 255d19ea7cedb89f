#pragma once
// Decides how many threads of a pool serve at once, if the pool may grow.
//
// More threads than processors gain nothing if they compute: they only interrupt each other, each in the middle of a
// client's requests. If threads wait in an upcall (for a lock, a disk, another server), other threads are needed, or
// the processors idle while clients wait. Only the system can report whether a thread computes or waits. So a pool has
// one thread more than there are processors. While all threads are busy, the pool is watched: every few milliseconds it
// is made larger or smaller, until as many threads run as there are processors.

#include "base/sync/sync.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace dimma::execution {

class PoolGrowth {
 public:
  // `most` includes the thread that watches. If that leaves no thread to grow by, or the pool must not grow, the pool
  // is not watched, and may have `most` threads whenever all are busy.
  PoolGrowth(std::size_t least, std::size_t most, std::size_t processors, std::size_t stand_ins_max = 0) noexcept
      : processors_(std::max<std::size_t>(processors, 1)),
        is_watched_(least < most && most > std::max(processors_ + 1, least) + 1),
        at_rest_(is_watched_ ? std::max(processors_ + 1, least) : most),
        most_(is_watched_ ? most - 1 : most),
        stand_ins_max_(stand_ins_max),
        open_max_(at_rest_) {}

  bool is_watched() const noexcept { return is_watched_; }
  std::size_t processors() const noexcept { return processors_; }

  // The number of threads that may serve or wait for events, not counting those that wait for calls of their own.
  std::size_t open_max() const noexcept { return open_max_.load(std::memory_order_relaxed); }
  // The number that includes `nested` threads, which wait for calls of their own.
  std::size_t open_max_beside(std::size_t nested) const noexcept {
    return std::min(open_max() + nested, most_ + stand_ins_max_);
  }
  // The maximum of `nested` that leaves a thread to serve.
  std::size_t nested_max() const noexcept { return std::max<std::size_t>(most_ + stand_ins_max_, 1) - 1; }

  // The time between two looks of the watch.
  static constexpr std::chrono::milliseconds interval{2};
  // The pool is at rest after this many looks in a row that found enough threads.
  static constexpr unsigned looks_to_rest = 50;

  enum class Step : std::uint8_t { none, grow, shrink, rest };
  void begin_to_watch() noexcept { idle_looks_ = 0; }
  // Called at a look at which some thread waited for an event.
  Step found_one_idle() noexcept {
    if (++idle_looks_ < looks_to_rest) return Step::none;
    idle_looks_ = 0;
    open_max_.store(at_rest_, std::memory_order_relaxed);
    return Step::rest;
  }
  // Called at a look at which no thread waited for an event, and `halted` threads did not use a processor.
  Step found_all_busy(std::size_t open, std::size_t halted, bool events_wait) noexcept {
    const std::size_t running = open - std::min(halted, open);
    if (running <= processors_ && !events_wait) return found_one_idle();  // another thread would have nothing to do
    idle_looks_ = 0;
    if (running > processors_) {
      const std::size_t fewer = std::max<std::size_t>((running - processors_) / 2, 1);
      open_max_.store(std::max(open - fewer, processors_), std::memory_order_relaxed);
      return Step::shrink;
    }
    if (running == processors_ || open >= most_) return Step::none;
    // Assumes that as many of the new threads will halt as of the existing ones.
    const std::size_t more = std::max<std::size_t>(halted, 1);
    open_max_.store(std::min(open + more, most_), std::memory_order_relaxed);
    return Step::grow;
  }

 private:
  const std::size_t processors_;
  const bool is_watched_;
  const std::size_t at_rest_;
  const std::size_t most_;
  const std::size_t stand_ins_max_;
  sync::Atomic<std::size_t> open_max_;  // the other members are guarded by the pool's lock
  unsigned idle_looks_ = 0;
};

}  // namespace dimma::execution
