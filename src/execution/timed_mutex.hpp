#pragma once
// A mutex with a timeout: a pool of one resource that is hardly ever contended. Taking it when it is free, and giving
// it back when no thread waits, are one atomic operation each and no call. (std::timed_mutex needs several calls, and
// waits on a clock that the thread sanitizer does not support; std::binary_semaphore makes a system call at every
// release.)

#include "base/sync/assert.hpp"
#include "base/sync/clock.hpp"
#include "base/sync/sync.hpp"
#include "execution/usage.hpp"

#include <chrono>
#include <cstdint>

namespace dimma::execution {

class DIMMA_CAPABILITY("mutex") TimedMutex {
 public:
  using Clock = dimma::Clock;
  static constexpr Clock::time_point no_deadline = Clock::time_point::max();

  // Returns false if the deadline passes first.
  bool take(Clock::time_point deadline = no_deadline) DIMMA_TRY_ACQUIRE(true) { return try_take() || wait(deadline); }
  bool try_take() noexcept DIMMA_TRY_ACQUIRE(true) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    std::uint32_t expected = free;
    return state_.compare_exchange_strong(expected, taken, std::memory_order_acquire, std::memory_order_relaxed);
  }
  [[gnu::always_inline]] void give_back() noexcept DIMMA_RELEASE() {
    const auto before = state_.exchange(free, std::memory_order_release);
    DIMMA_ASSERT(before != free);
    if (before == awaited) wake();
  }

  // Asserts that the mutex is taken. A thread may take it on behalf of another.
  void assert_held() const noexcept DIMMA_ASSERTS_HELD() { DIMMA_ASSERT(state_.load() != free); }

  // The interface of an allocator of one resource (allocator.hpp).
  bool take_free() noexcept DIMMA_TRY_ACQUIRE(true) { return try_take(); }
  bool take_until(Clock::time_point deadline) DIMMA_TRY_ACQUIRE(true) { return wait(deadline); }
  static constexpr bool closed() noexcept { return false; }
  void count_refusal() noexcept { refusals_.fetch_add(1, std::memory_order_relaxed); }
  // `was_ever_taken` is a parameter since the mutex does not count how often it was taken.
  Usage usage(bool was_ever_taken) const noexcept {
    constexpr auto relaxed = std::memory_order_relaxed;
    const std::size_t in_use = state_.load(relaxed) == free ? 0 : 1;
    return {in_use, was_ever_taken ? 1 : in_use, 1, 1, waits_.load(relaxed), refusals_.load(relaxed)};
  }

  // The interface of a lock for sync::LockGuard and sync::UniqueLock.
#if defined(DIMMA_SIMULATED)
  void lock(std::source_location) DIMMA_ACQUIRE() DIMMA_NO_THREAD_SAFETY_ANALYSIS { take(); }
#endif
  void lock() DIMMA_ACQUIRE() DIMMA_NO_THREAD_SAFETY_ANALYSIS { take(); }
  bool try_lock() noexcept DIMMA_TRY_ACQUIRE(true) { return try_take(); }
  [[gnu::always_inline]] void unlock() noexcept DIMMA_RELEASE() { give_back(); }

 private:
  bool wait(Clock::time_point deadline) DIMMA_TRY_ACQUIRE(true) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    waits_.fetch_add(1, std::memory_order_relaxed);
    sync::UniqueLock lock(mutex_);
    // Takes the mutex as `awaited`, because other threads may still wait.
    while (state_.exchange(awaited, std::memory_order_acquire) != free) {
      if (deadline == no_deadline) {
        changed_.wait(lock);
      } else if (changed_.wait_until(lock, deadline) == std::cv_status::timeout) {
        if (state_.exchange(awaited, std::memory_order_acquire) == free) return true;
        refusals_.fetch_add(1, std::memory_order_relaxed);
        return false;
      }
    }
    return true;
  }
  [[gnu::cold, gnu::noinline]] void wake() noexcept {
    const sync::LockGuard lock(mutex_);
    changed_.notify_one();
  }

  static constexpr std::uint32_t free = 0;
  static constexpr std::uint32_t taken = 1;
  static constexpr std::uint32_t awaited = 2;
  sync::Atomic<std::uint32_t> state_{free};
  sync::Mutex mutex_;
  sync::Condition changed_;
  sync::Atomic<std::uint64_t> waits_{0};
  sync::Atomic<std::uint64_t> refusals_{0};
};

}  // namespace dimma::execution
