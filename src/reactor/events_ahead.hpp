#pragma once
// Events that one thread has taken from the system for several threads. The next thread that asks gets the first event.

#include "base/sync/assert.hpp"
#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dimma::reactor {

// put() is called by one thread at a time, and only while there are no events. Any number of threads call take(). All
// operations are in one order for all threads (sequentially consistent).
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

  // Returns nullptr if there are no events. A place that is read late may hold a later event; taken_ has changed then.
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
