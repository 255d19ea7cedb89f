#pragma once

#include <atomic>

/// A count that several threads may change at once.
class omni_refcount {
 public:
  omni_refcount(int start) : count_(start) {}
  omni_refcount(const omni_refcount&) = delete;
  omni_refcount& operator=(const omni_refcount&) = delete;

  /// Change the count by one, and return its new value.
  int inc() { return count_.fetch_add(1) + 1; }
  int dec() { return count_.fetch_sub(1) - 1; }
  /// Returns the count, which other threads may have changed by then.
  int value() const { return count_.load(); }

 private:
  std::atomic<int> count_;
};
