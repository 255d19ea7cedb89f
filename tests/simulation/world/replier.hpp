#pragma once
// A thread of an application that replies to requests some time after their upcalls.

#include "base/sync/sync.hpp"

#include <dimma/generated/deferred_request.hpp>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace dimma::simulation {

class Replier {
 public:
  using ReplyTo = void (*)(DetachedReply& reply, std::size_t call);

  explicit Replier(ReplyTo reply_to) : reply_to_(reply_to) {}
  // Replies to all calls first.
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

  void add(std::shared_ptr<DetachedReply> reply, std::size_t call) {
    const sync::LockGuard lock(mutex_);
    waiting_.emplace_back(std::move(reply), call);
    changed_.notify_one();
  }

 private:
  void run() {
    sync::UniqueLock lock(mutex_);
    for (;;) {
      while (waiting_.empty() && !ends_) changed_.wait(lock);
      if (waiting_.empty()) return;
      const auto [reply, call] = std::move(waiting_.back());
      waiting_.pop_back();
      lock.unlock();
      reply_to_(*reply, call);
      lock.lock();
    }
  }

  const ReplyTo reply_to_;
  sync::Mutex mutex_;
  sync::Condition changed_;
  std::vector<std::pair<std::shared_ptr<DetachedReply>, std::size_t>> waiting_ DIMMA_GUARDED_BY(mutex_);
  bool ends_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Thread thread_{[this] { run(); }};
};

}  // namespace dimma::simulation
