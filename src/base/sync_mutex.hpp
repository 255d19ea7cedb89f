#pragma once
// Locks and conditions whose path without contention is inline: taking a free mutex and giving it back to nobody is one
// atomic operation each. std::mutex is two calls of the C library, which are 45 instructions more a pair. Waiting is
// done in the kernel (futex(2)).

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <utility>

namespace dimma::sync {

// A lock as std::mutex is one; it is not recursive, and not fair.
class Mutex {
 public:
  Mutex() noexcept = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  [[gnu::always_inline]] void lock() noexcept {
    if (!try_lock()) [[unlikely]]
      wait();
  }
  [[gnu::always_inline]] bool try_lock() noexcept {
    std::int32_t expected = free;
    return state_.compare_exchange_strong(expected, taken, std::memory_order_acquire, std::memory_order_relaxed);
  }
  [[gnu::always_inline]] void unlock() noexcept {
    if (state_.exchange(free, std::memory_order_release) == awaited) [[unlikely]]
      wake();
  }

 private:
  void wait() noexcept;
  void wake() noexcept;

  static constexpr std::int32_t free = 0;
  static constexpr std::int32_t taken = 1;
  static constexpr std::int32_t awaited = 2;  // another thread waits for it, or did
  std::atomic<std::int32_t> state_{free};
};

// As std::recursive_mutex.
class RecursiveMutex {
 public:
  void lock() noexcept {
    if (is_mine()) {
      ++again_;
      return;
    }
    mutex_.lock();
    owner_.store(this_thread(), std::memory_order_relaxed);
  }
  bool try_lock() noexcept {
    if (is_mine()) {
      ++again_;
      return true;
    }
    if (!mutex_.try_lock()) return false;
    owner_.store(this_thread(), std::memory_order_relaxed);
    return true;
  }
  void unlock() noexcept {
    if (again_ != 0) {
      --again_;
      return;
    }
    owner_.store(nullptr, std::memory_order_relaxed);
    mutex_.unlock();
  }

 private:
  // An address that no other thread has meanwhile.
  static const void* this_thread() noexcept {
    static thread_local constinit char mark = 0;
    return &mark;
  }
  bool is_mine() const noexcept { return owner_.load(std::memory_order_relaxed) == this_thread(); }

  Mutex mutex_;
  std::atomic<const void*> owner_{nullptr};
  std::uint32_t again_ = 0;  // the owner's
};

// As std::condition_variable_any. Deadlines are those of the steady clock.
class Condition {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  Condition() noexcept = default;
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;

  void notify_one() noexcept { notify(1); }
  void notify_all() noexcept { notify(std::numeric_limits<std::int32_t>::max()); }

  template <class Lock>
  void wait(Lock& lock) {
    wait_until(lock, Deadline::max());
  }
  template <class Lock, class Ready>
  void wait(Lock& lock, Ready ready) {
    while (!ready()) wait(lock);
  }
  template <class Lock>
  std::cv_status wait_until(Lock& lock, Deadline deadline) {
    waiters_.fetch_add(1);
    const auto seen = notified_.load();
    lock.unlock();
    const bool is_late = !await_change(seen, deadline);
    waiters_.fetch_sub(1, std::memory_order_relaxed);
    lock.lock();
    return is_late ? std::cv_status::timeout : std::cv_status::no_timeout;
  }
  template <class Lock, class Ready>
  bool wait_until(Lock& lock, Deadline deadline, Ready ready) {
    while (!ready()) {
      if (wait_until(lock, deadline) == std::cv_status::timeout) return ready();
    }
    return true;
  }
  template <class Lock, class Rep, class Period>
  std::cv_status wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& limit) {
    return wait_until(lock, std::chrono::steady_clock::now() + limit);
  }
  template <class Lock, class Rep, class Period, class Ready>
  bool wait_for(Lock& lock, const std::chrono::duration<Rep, Period>& limit, Ready ready) {
    return wait_until(lock, std::chrono::steady_clock::now() + limit, std::move(ready));
  }

 private:
  // A waiter counts itself before it looks how often others were notified, which is changed before it is looked whether
  // one waits: one of both finds the other.
  void notify(std::int32_t count) noexcept {
    notified_.fetch_add(1);
    if (waiters_.load() != 0) [[unlikely]]
      wake(count);
  }
  // False at the deadline.
  bool await_change(std::int32_t seen, Deadline deadline) noexcept;
  void wake(std::int32_t count) noexcept;

  std::atomic<std::int32_t> notified_{0};
  std::atomic<std::int32_t> waiters_{0};
};

}  // namespace dimma::sync
