#pragma once
// A gate that keeps calls and forks apart.

#include <mutex>
#include <shared_mutex>

namespace stress {

// Admits callers together, and a thread that forks alone: a fork is only supported while no other thread is in a call.
// Asynchronous calls may still be in progress.
class Gate {
 public:
  std::shared_lock<std::shared_mutex> with_others() {
    const std::lock_guard turn(turn_);
    return std::shared_lock(mutex_);
  }
  std::unique_lock<std::shared_mutex> alone() {
    const std::lock_guard turn(turn_);  // later callers wait for it
    return std::unique_lock(mutex_);
  }

 private:
  std::mutex turn_;
  std::shared_mutex mutex_;
};

}  // namespace stress
