#pragma once
// A gate that keeps calls and forks apart.

#include <mutex>
#include <shared_mutex>

namespace stress {

// Lets callers in together, and lets a thread that forks in alone: a fork is promised to work while no other thread is
// in a call. Asynchronous calls that have been begun are in progress all the same.
class Gate {
 public:
  std::shared_lock<std::shared_mutex> with_others() {
    const std::lock_guard turn(turn_);
    return std::shared_lock(mutex_);
  }
  std::unique_lock<std::shared_mutex> alone() {
    const std::lock_guard turn(turn_);  // those who come later wait for it
    return std::unique_lock(mutex_);
  }

 private:
  std::mutex turn_;
  std::shared_mutex mutex_;
};

}  // namespace stress
