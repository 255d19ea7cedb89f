#pragma once
// One at a time, with a limit to the waiting: a lock for what is hardly ever contended. Taking it free and giving it
// back to nobody is one atomic operation each and no call. (std::timed_mutex is several calls, and waits on a clock
// that the thread sanitizer does not know; std::binary_semaphore makes a system call at every release.)

#include "base/sync.hpp"
#include "transport/transport.hpp"

#include <cstdint>

namespace dimma::iiop {

class Turn {
 public:
  // False when the deadline passed first.
  bool take(transport::Deadline deadline = transport::no_deadline) { return try_take() || wait(deadline); }
  bool try_take() noexcept {
    std::uint32_t expected = free;
    return state_.compare_exchange_strong(expected, taken, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void give_back() noexcept {
    if (state_.exchange(free, std::memory_order_release) == awaited) [[unlikely]]
      wake();
  }

  // As a lock for std::lock_guard and std::unique_lock.
  void lock() { take(); }
  bool try_lock() noexcept { return try_take(); }
  void unlock() noexcept { give_back(); }

 private:
  bool wait(transport::Deadline deadline) {
    std::unique_lock lock(mutex_);
    // Taken as awaited, because others may wait still.
    while (state_.exchange(awaited, std::memory_order_acquire) != free) {
      if (deadline == transport::no_deadline) {
        changed_.wait(lock);
      } else if (changed_.wait_until(lock, deadline) == std::cv_status::timeout) {
        return state_.exchange(awaited, std::memory_order_acquire) == free;
      }
    }
    return true;
  }
  void wake() noexcept {
    const std::lock_guard lock(mutex_);
    changed_.notify_one();
  }

  static constexpr std::uint32_t free = 0;
  static constexpr std::uint32_t taken = 1;
  static constexpr std::uint32_t awaited = 2;
  sync::Atomic<std::uint32_t> state_{free};
  sync::Mutex mutex_;
  sync::Condition changed_;
};

}  // namespace dimma::iiop
