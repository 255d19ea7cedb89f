#pragma once

#include <omnithread/mutex.h>
#include <omnithread/time.h>

#include <condition_variable>

/// A condition variable with its mutex.
class omni_condition {
 public:
  /// Uses this mutex, which exists as long as the condition.
  omni_condition(omni_mutex* mutex) : mutex_(*mutex) {}
  omni_condition(const omni_condition&) = delete;
  omni_condition& operator=(const omni_condition&) = delete;

  /// Unlocks the mutex, which the calling thread has, waits for a signal, and locks it again. May also return without a
  /// signal, so a caller tests its condition in a loop.
  void wait();
  /// Waits like wait(), but at most until the absolute time, as omni_thread::get_time() returns it. Returns 0 if that
  /// has come, otherwise 1.
  int timedwait(unsigned long seconds, unsigned long nanoseconds = 0);
  int timedwait(const omni_time_t& time) { return timedwait(time.s, time.ns); }

  /// Wakes one of the waiting threads.
  void signal() { condition_.notify_one(); }
  /// Wakes all waiting threads.
  void broadcast() { condition_.notify_all(); }

 private:
  omni_mutex& mutex_;
  std::condition_variable condition_;
};
