#pragma once
// Lock guards like the standard library's, annotated for clang's thread-safety analysis.

#include "base/sync/assert.hpp"
#include "base/sync/thread_safety.hpp"

#include <mutex>
#include <utility>

// The simulated build reports where a lock was taken: the place where its guard was constructed.
#if defined(DIMMA_SIMULATED)
#include <source_location>
#define DIMMA_LOCKED_AT , std::source_location place = std::source_location::current()
#define DIMMA_PLACE place
#else
#define DIMMA_LOCKED_AT
#define DIMMA_PLACE
#endif

namespace dimma::sync {

// Like std::lock_guard. Always inline, since each call takes several locks and g++ 12 would not inline the destructor.
template <class Mutex>
class [[nodiscard]] DIMMA_SCOPED_CAPABILITY LockGuard {
 public:
  [[gnu::always_inline]] explicit LockGuard(Mutex& mutex DIMMA_LOCKED_AT) DIMMA_ACQUIRE(mutex) : mutex_(mutex) {
    mutex.lock(DIMMA_PLACE);
  }
  // Adopts a lock that the caller holds.
  [[gnu::always_inline]] LockGuard(Mutex& mutex, std::adopt_lock_t) noexcept DIMMA_REQUIRES(mutex) : mutex_(mutex) {}
  [[gnu::always_inline]] ~LockGuard() DIMMA_RELEASE() { mutex_.unlock(); }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;

 private:
  Mutex& mutex_;
};

// Like std::shared_lock, but held until the guard is destroyed.
template <class Mutex>
class [[nodiscard]] DIMMA_SCOPED_CAPABILITY SharedLockGuard {
 public:
  explicit SharedLockGuard(Mutex& mutex DIMMA_LOCKED_AT) DIMMA_ACQUIRE_SHARED(mutex) : mutex_(mutex) {
    mutex.lock_shared(DIMMA_PLACE);
  }
  ~SharedLockGuard() DIMMA_RELEASE() { mutex_.unlock_shared(); }
  SharedLockGuard(const SharedLockGuard&) = delete;
  SharedLockGuard& operator=(const SharedLockGuard&) = delete;

 private:
  Mutex& mutex_;
};

// Like std::unique_lock: it can be released and taken again, and a Condition can wait with it.
template <class Mutex>
class [[nodiscard]] DIMMA_SCOPED_CAPABILITY UniqueLock {
 public:
  explicit UniqueLock(Mutex& mutex DIMMA_LOCKED_AT) DIMMA_ACQUIRE(mutex) : mutex_(&mutex), owns_(true) {
    mutex.lock(DIMMA_PLACE);
  }
  // Adopts a lock that the caller holds.
  UniqueLock(Mutex& mutex, std::adopt_lock_t) noexcept DIMMA_REQUIRES(mutex) : mutex_(&mutex), owns_(true) {}
  UniqueLock(const UniqueLock&) = delete;
  UniqueLock& operator=(const UniqueLock&) = delete;
  ~UniqueLock() DIMMA_RELEASE() {
    if (owns_) mutex_->unlock();
  }

  void lock() DIMMA_ACQUIRE() {
    DIMMA_ASSERT(!owns_);
    mutex_->lock();
    owns_ = true;
  }
  void unlock() DIMMA_RELEASE() {
    DIMMA_ASSERT(owns_);
    owns_ = false;
    mutex_->unlock();
  }
  bool owns_lock() const noexcept { return owns_; }

 private:
  Mutex* mutex_;
  bool owns_;
};

// Releases a lock that the caller holds, and takes the lock again when the guard is destroyed.
template <class Mutex>
class [[nodiscard]] DIMMA_SCOPED_CAPABILITY UnlockGuard {
 public:
  explicit UnlockGuard(Mutex& mutex) DIMMA_RELEASE(mutex) : mutex_(mutex) { mutex.unlock(); }
  // Declared as a release, as the analysis expects of the destructor of a scoped object, although it takes the lock
  // again.
  ~UnlockGuard() DIMMA_RELEASE() { mutex_.lock(); }
  UnlockGuard(const UnlockGuard&) = delete;
  UnlockGuard& operator=(const UnlockGuard&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace dimma::sync
