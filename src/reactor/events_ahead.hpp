#pragma once
// Events that one thread has taken from the system for several threads: the next thread that asks gets the first.

#include "base/sync/assert.hpp"
#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dimma::reactor {

// One thread at a time puts events, and only while there are none. Any number of threads take them. Puts, takes and
// requests are in one order for all threads (sequentially consistent).
template <class Event>
class EventsAhead {
 public:
  static constexpr std::size_t most = 15;

  bool empty() const noexcept { return taken_.load() == put_.load(); }

  // Puts at most `most` events.
  void put(std::span<Event* const> events) noexcept {
    const OneAtATime::Use putting(putting_);
    DIMMA_ASSERT(empty());
    DIMMA_ASSERT(events.size() <= most);
    std::uint64_t put = put_.load(std::memory_order_relaxed);
    for (Event* const event : events) places_[put++ % places_.size()].store(event, std::memory_order_relaxed);
    put_.store(put);
  }

  // Returns nullptr if there is none. A place that is read late may have another event by then; `taken_` tells.
  Event* take() noexcept {
    std::uint64_t taken = taken_.load();
    while (taken != put_.load()) {
      Event* const event = places_[taken % places_.size()].load(std::memory_order_relaxed);
      if (taken_.compare_exchange_weak(taken, taken + 1)) return event;
    }
    return nullptr;
  }

 private:
  std::array<sync::Atomic<Event*>, most + 1> places_{};
  sync::Atomic<std::uint64_t> put_{0};
  sync::Atomic<std::uint64_t> taken_{0};
  [[no_unique_address]] OneAtATime putting_;
};

}  // namespace dimma::reactor
