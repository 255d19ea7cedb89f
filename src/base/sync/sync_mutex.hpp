#pragma once
// Locks and conditions whose uncontended path is inline: taking a free mutex, and releasing a mutex for which no thread
// waits, are one atomic operation each. With std::mutex, these are two calls of the C library, 45 instructions more per
// lock and unlock. Waiting is done in the kernel (futex(2)).
//
// With assertions enabled, a mutex records its owner: locking it twice, or releasing a mutex that another thread holds,
// aborts the program.

#include "base/sync/assert.hpp"
#include "base/sync/clock.hpp"
#include "base/sync/thread_safety.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <shared_mutex>
#include <utility>

namespace dimma::sync {

// Returns an address that identifies the calling thread while it lives.
inline const void* this_thread_mark() noexcept {
  static thread_local constinit char mark = 0;
  return &mark;
}

// A lock like std::mutex. It is neither recursive nor fair.
class DIMMA_CAPABILITY("mutex") Mutex {
 public:
  Mutex() noexcept = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  [[gnu::always_inline]] void lock() noexcept DIMMA_ACQUIRE() {
    DIMMA_ASSERT(!is_mine());
    if (!take_free()) wait();
    set_owner(true);
  }
  [[gnu::always_inline]] bool try_lock() noexcept DIMMA_TRY_ACQUIRE(true) {
    if (!take_free()) return false;
    set_owner(true);
    return true;
  }
  [[gnu::always_inline]] void unlock() noexcept DIMMA_RELEASE() {
    DIMMA_ASSERT(is_mine());
    set_owner(false);
    if (state_.exchange(free, std::memory_order_release) == awaited) wake();
  }
  // For functions in which the analysis cannot see that this thread holds the lock. Asserts that the lock is held.
  void assert_held() const noexcept DIMMA_ASSERTS_HELD() { DIMMA_ASSERT(is_mine()); }

 private:
  [[gnu::always_inline]] bool take_free() noexcept {
    std::int32_t expected = free;
    return state_.compare_exchange_strong(expected, taken, std::memory_order_acquire, std::memory_order_relaxed);
  }
  void wait() noexcept;
  void wake() noexcept;

  static constexpr std::int32_t free = 0;
  static constexpr std::int32_t taken = 1;
  static constexpr std::int32_t awaited = 2;  // locked; other threads wait for it, or have waited
  std::atomic<std::int32_t> state_{free};

#if DIMMA_ASSERTIONS
  bool is_mine() const noexcept { return owner_.load(std::memory_order_relaxed) == this_thread_mark(); }
  void set_owner(bool mine) noexcept { owner_.store(mine ? this_thread_mark() : nullptr, std::memory_order_relaxed); }
  std::atomic<const void*> owner_{nullptr};
#else
  static constexpr bool is_mine() noexcept { return true; }
  static constexpr void set_owner(bool) noexcept {}
#endif
};

// Like std::recursive_mutex. The analysis does not support recursive locks, so a function that may be called with or
// without the lock has no attribute.
class DIMMA_CAPABILITY("mutex") RecursiveMutex {
 public:
  void lock() noexcept DIMMA_ACQUIRE() DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    if (is_mine()) {
      ++again_;
      return;
    }
    mutex_.lock();
    owner_.store(this_thread_mark(), std::memory_order_relaxed);
  }
  bool try_lock() noexcept DIMMA_TRY_ACQUIRE(true) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    if (is_mine()) {
      ++again_;
      return true;
    }
    if (!mutex_.try_lock()) return false;
    owner_.store(this_thread_mark(), std::memory_order_relaxed);
    return true;
  }
  void unlock() noexcept DIMMA_RELEASE() DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    DIMMA_ASSERT(is_mine());
    if (again_ != 0) {
      --again_;
      return;
    }
    owner_.store(nullptr, std::memory_order_relaxed);
    mutex_.unlock();
  }
  void assert_held() const noexcept DIMMA_ASSERTS_HELD() { DIMMA_ASSERT(is_mine()); }

 private:
  bool is_mine() const noexcept { return owner_.load(std::memory_order_relaxed) == this_thread_mark(); }

  Mutex mutex_;
  std::atomic<const void*> owner_{nullptr};
  std::uint32_t again_ DIMMA_GUARDED_BY(mutex_) = 0;
};

// Like std::shared_mutex.
class DIMMA_CAPABILITY("mutex") SharedMutex {
 public:
  void lock() DIMMA_ACQUIRE() { mutex_.lock(); }
  bool try_lock() DIMMA_TRY_ACQUIRE(true) { return mutex_.try_lock(); }
  void unlock() DIMMA_RELEASE() { mutex_.unlock(); }
  void lock_shared() DIMMA_ACQUIRE_SHARED() { mutex_.lock_shared(); }
  bool try_lock_shared() DIMMA_TRY_ACQUIRE_SHARED(true) { return mutex_.try_lock_shared(); }
  void unlock_shared() DIMMA_RELEASE_SHARED() { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

// Like std::condition_variable_any, with deadlines on the steady clock. The caller holds the lock, which is released
// during the wait; for the analysis it stays held. A predicate that reads members guarded by the lock is a lambda with
// DIMMA_REQUIRES.
class Condition {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  Condition() noexcept = default;
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;

  void notify_one() noexcept { notify(1); }
  void notify_all() noexcept { notify(std::numeric_limits<std::int32_t>::max()); }

  template <class Lock>
  void wait(Lock& lock) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    wait_until(lock, Deadline::max());
  }
  template <class Lock, class Ready>
  void wait(Lock& lock, Ready ready) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    while (!ready()) wait(lock);
  }
  template <class Lock>
  std::cv_status wait_until(Lock& lock, Deadline deadline) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    waiters_.fetch_add(1);
    const auto seen = notified_.load();
    lock.unlock();
    const bool is_late = !await_change(seen, deadline);
    waiters_.fetch_sub(1, std::memory_order_relaxed);
    lock.lock();
    return is_late ? std::cv_status::timeout : std::cv_status::no_timeout;
  }
  template <class Lock, class Ready>
  bool wait_until(Lock& lock, Deadline deadline, Ready ready) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    while (!ready()) {
      if (wait_until(lock, deadline) == std::cv_status::timeout) return ready();
    }
    return true;
  }
  template <class Lock, class Rep, class Period>
  std::cv_status wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& limit) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    return wait_until(lock, Clock::now() + limit);
  }
  template <class Lock, class Rep, class Period, class Ready>
  bool wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& limit,
                Ready ready) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    return wait_until(lock, Clock::now() + limit, std::move(ready));
  }

 private:
  // A waiter counts itself before it reads notified_, and a notifier changes notified_ before it reads the number of
  // waiters. So at least one of the two sees the other.
  void notify(std::int32_t count) noexcept {
    notified_.fetch_add(1);
    if (waiters_.load() != 0) wake(count);
  }
  // Returns false if the deadline has passed.
  bool await_change(std::int32_t seen, Deadline deadline) noexcept;
  void wake(std::int32_t count) noexcept;

  std::atomic<std::int32_t> notified_{0};
  std::atomic<std::int32_t> waiters_{0};
};

}  // namespace dimma::sync
