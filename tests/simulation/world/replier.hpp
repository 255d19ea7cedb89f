#pragma once
// A thread of an application that replies to requests some time after their upcalls.

#include "base/sync/sync.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace dimma::simulation {

class Replier {
 public:
  Replier() = default;
  // Sends all replies first.
  ~Replier() {
    {
      const sync::LockGuard lock(mutex_);
      ends_ = true;
      changed_.notify_one();
    }
    thread_.join();
  }
  Replier(const Replier&) = delete;
  Replier& operator=(const Replier&) = delete;

  // `reply` sends the reply to one request. Thread-safe.
  void add(std::function<void()> reply) {
    const sync::LockGuard lock(mutex_);
    waiting_.push_back(std::move(reply));
    changed_.notify_one();
  }

 private:
  void run() {
    sync::UniqueLock lock(mutex_);
    for (;;) {
      while (waiting_.empty() && !ends_) changed_.wait(lock);
      if (waiting_.empty()) return;
      const auto reply = std::move(waiting_.back());
      waiting_.pop_back();
      lock.unlock();
      reply();
      lock.lock();
    }
  }

  sync::Mutex mutex_;
  sync::Condition changed_;
  std::vector<std::function<void()>> waiting_ DIMMA_GUARDED_BY(mutex_);
  bool ends_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Thread thread_{[this] { run(); }};
};

}  // namespace dimma::simulation
