#pragma once
// Limits the rate at which an event of the log is written.

#include "base/sync/clock.hpp"
#include "base/sync/sync.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace dimma::log {

// A token bucket. It holds the tokens of one minute and is refilled continuously, one token at a time.
class Limit {
 public:
  using Clock = dimma::Clock;

  // Returns the number of records suppressed since the last admitted record, or nullopt if this record is suppressed
  // too.
  std::optional<std::uint64_t> admit(unsigned a_minute, Clock::time_point now) noexcept {
    if (a_minute == 0) return 0;
    const sync::LockGuard lock(mutex_);
    const auto share = std::chrono::nanoseconds(std::chrono::minutes(1)) / a_minute;
    // The tokens in use, expressed as the time until they are refilled.
    const auto owed = empty_until_ > now ? empty_until_ - now : Clock::duration::zero();
    if (owed + share > std::chrono::minutes(1)) {
      ++held_back_;
      return std::nullopt;
    }
    empty_until_ = now + owed + share;
    return std::exchange(held_back_, 0);
  }
  void lock() noexcept DIMMA_ACQUIRE(mutex_) { mutex_.lock(); }
  void unlock() noexcept DIMMA_RELEASE(mutex_) { mutex_.unlock(); }
  void refill() noexcept {
    const sync::LockGuard lock(mutex_);
    empty_until_ = {};
  }

 private:
  sync::Mutex mutex_;
  Clock::time_point empty_until_ DIMMA_GUARDED_BY(mutex_){};
  std::uint64_t held_back_ DIMMA_GUARDED_BY(mutex_) = 0;
};

// Refills the token buckets of all events.
void refill_limits() noexcept;

}  // namespace dimma::log
