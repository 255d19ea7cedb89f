#pragma once

#include <omnithread/condition.h>
#include <omnithread/mutex.h>

/// A counting semaphore.
class omni_semaphore {
 public:
  omni_semaphore(unsigned int initial = 1) : positive_(&mutex_), count_(initial) {}
  omni_semaphore(const omni_semaphore&) = delete;
  omni_semaphore& operator=(const omni_semaphore&) = delete;

  /// Waits until the count is above 0, and decrements it.
  void wait();
  /// Decrements the count and returns 1 if it is above 0; otherwise returns 0.
  int trywait();
  /// Increments the count, and wakes a thread that waits.
  void post();

 private:
  omni_mutex mutex_;
  omni_condition positive_;
  unsigned int count_;
};

/// Waits for a semaphore in its constructor, and posts it in its destructor.
class omni_semaphore_lock {
 public:
  omni_semaphore_lock(omni_semaphore& semaphore) : semaphore_(semaphore) { semaphore_.wait(); }
  ~omni_semaphore_lock() { semaphore_.post(); }
  omni_semaphore_lock(const omni_semaphore_lock&) = delete;
  omni_semaphore_lock& operator=(const omni_semaphore_lock&) = delete;

 private:
  omni_semaphore& semaphore_;
};
