#pragma once

#include <mutex>

/// A mutual exclusion lock: a std::mutex under omniORB's name. Not recursive: a thread that has it must not lock it
/// again.
class omni_mutex {
 public:
  omni_mutex() {}
  omni_mutex(const omni_mutex&) = delete;
  omni_mutex& operator=(const omni_mutex&) = delete;

  /// Waits until no other thread has the mutex, and takes it.
  void lock() { mutex_.lock(); }
  /// Gives the mutex back. The calling thread has it.
  void unlock() { mutex_.unlock(); }
  /// Takes the mutex and returns 1 if no thread has it; otherwise returns 0.
  int trylock() { return mutex_.try_lock() ? 1 : 0; }

  /// Other names of lock() and unlock().
  void acquire() { lock(); }
  void release() { unlock(); }

 private:
  friend class omni_condition;
  std::mutex mutex_;
};

/// Locks a mutex in its constructor, and unlocks it in its destructor.
class omni_mutex_lock {
 public:
  omni_mutex_lock(omni_mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~omni_mutex_lock() { mutex_.unlock(); }
  omni_mutex_lock(const omni_mutex_lock&) = delete;
  omni_mutex_lock& operator=(const omni_mutex_lock&) = delete;

 private:
  omni_mutex& mutex_;
};

/// The reverse: unlocks a mutex that the thread has, and locks it again in its destructor.
class omni_mutex_unlock {
 public:
  omni_mutex_unlock(omni_mutex& mutex) : mutex_(mutex) { mutex_.unlock(); }
  ~omni_mutex_unlock() { mutex_.lock(); }
  omni_mutex_unlock(const omni_mutex_unlock&) = delete;
  omni_mutex_unlock& operator=(const omni_mutex_unlock&) = delete;

 private:
  omni_mutex& mutex_;
};

/// Locks a mutex if no thread has it, and then unlocks it in its destructor. Converts to 1 if it has the mutex,
/// otherwise to 0.
class omni_mutex_trylock {
 public:
  omni_mutex_trylock(omni_mutex& mutex) : mutex_(mutex), locked_(mutex.trylock()) {}
  ~omni_mutex_trylock() {
    if (locked_ != 0) mutex_.unlock();
  }
  omni_mutex_trylock(const omni_mutex_trylock&) = delete;
  omni_mutex_trylock& operator=(const omni_mutex_trylock&) = delete;

  operator int() const { return locked_; }

 private:
  omni_mutex& mutex_;
  const int locked_;
};
