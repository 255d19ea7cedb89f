#include "execution/threads.hpp"

#include "base/sync/assert.hpp"
#include "execution/task.hpp"

#include <algorithm>
#include <utility>

namespace dimma::execution {

Threads::~Threads() {
  DIMMA_ASSERT(running_.empty());
  if (!last_left_.joinable()) return;
  if (last_left_.get_id() == sync::get_id()) {
    last_left_.detach();  // this thread held the last reference to the owner
  } else {
    last_left_.join();
  }
}

void Threads::start(const Scheduling& scheduling, const char* name, std::shared_ptr<void> owner,
                    std::function<void()> body) {
  const sync::LockGuard lock(mutex_);  // a thread that ends quickly must find its place filled in
  const Place self = running_.emplace(running_.end());
  try {
    *self = start_thread(scheduling, name, [this, self, owner = std::move(owner), run = std::move(body)]() mutable {
      run();
      run = nullptr;
      auto before = detach(self);
      if (before.joinable()) {
        before.join();
        const sync::LockGuard joined(mutex_);
        DIMMA_ASSERT(existing_ != 0);
        --existing_;
      }
      if (ended_) ended_();
    });
  } catch (...) {
    running_.erase(self);
    ++refused_;
    throw;
  }
  ++existing_;
  running_max_ = std::max(running_max_, running_.size());
}

sync::Thread Threads::detach(Place self) noexcept {
  const sync::LockGuard lock(mutex_);
  auto before = std::exchange(last_left_, std::move(*self));
  running_.erase(self);
  left_.notify_all();
  return before;
}

void Threads::await_others() {
  sync::Thread last;
  {
    sync::UniqueLock lock(mutex_);
    left_.wait(lock, [this]() DIMMA_REQUIRES(mutex_) {
      return std::all_of(running_.begin(), running_.end(),
                         [](const sync::Thread& thread) { return thread.get_id() == sync::get_id(); });
    });
    last = std::exchange(last_left_, {});
  }
  if (!last.joinable()) return;
  last.join();
  const sync::LockGuard lock(mutex_);
  DIMMA_ASSERT(existing_ != 0);
  --existing_;
}

std::size_t Threads::existing() const {
  const sync::LockGuard lock(mutex_);
  return existing_ - (last_left_.joinable() ? 1 : 0);
}

std::size_t Threads::running() const {
  const sync::LockGuard lock(mutex_);
  return running_.size();
}

Usage Threads::usage() const {
  const sync::LockGuard lock(mutex_);
  return {running_.size(), running_max_, running_.size(), no_limit, 0, refused_};
}

}  // namespace dimma::execution
