#pragma once
// The standard library's locks with annotations for clang's thread-safety analysis. The store and naming libraries are
// not linked with the internal part of libdimma, which has the locks of sync.hpp.

#include "base/sync/thread_safety.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace dimma::locks {

// Like std::mutex.
class DIMMA_CAPABILITY("mutex") Mutex {
 public:
  void lock() DIMMA_ACQUIRE() { mutex_.lock(); }
  void unlock() DIMMA_RELEASE() { mutex_.unlock(); }
  // Makes the analysis assume that this thread holds the lock, where it cannot deduce that. No-op at run time.
  void assert_held() const noexcept DIMMA_ASSERTS_HELD() {}

 private:
  friend class Lock;
  std::mutex mutex_;
};

// Like std::unique_lock.
class [[nodiscard]] DIMMA_SCOPED_CAPABILITY Lock {
 public:
  explicit Lock(Mutex& mutex) DIMMA_ACQUIRE(mutex) : lock_(mutex.mutex_) {}
  ~Lock() DIMMA_RELEASE() = default;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void lock() DIMMA_ACQUIRE() { lock_.lock(); }
  void unlock() DIMMA_RELEASE() { lock_.unlock(); }

 private:
  friend class Condition;
  std::unique_lock<std::mutex> lock_;
};

// Like std::condition_variable. The analysis assumes that the lock is held during a wait.
class Condition {
 public:
  void notify_one() noexcept { changed_.notify_one(); }
  void notify_all() noexcept { changed_.notify_all(); }

  void wait(Lock& lock) { changed_.wait(lock.lock_); }
  template <class Ready>
  void wait(Lock& lock, Ready ready) {
    changed_.wait(lock.lock_, std::move(ready));
  }
  template <class Time>
  std::cv_status wait_until(Lock& lock, const Time& deadline) {
    return changed_.wait_until(lock.lock_, deadline);
  }
  template <class Time, class Ready>
  bool wait_until(Lock& lock, const Time& deadline, Ready ready) {
    return changed_.wait_until(lock.lock_, deadline, std::move(ready));
  }
  template <class Duration, class Ready>
  bool wait_for(Lock& lock, const Duration& limit, Ready ready) {
    return changed_.wait_for(lock.lock_, limit, std::move(ready));
  }

 private:
  std::condition_variable changed_;
};

}  // namespace dimma::locks
