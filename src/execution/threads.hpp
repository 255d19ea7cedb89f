#pragma once
// The threads of one owner that come and go. They are counted while they run, and gone once they have been waited for.

#include "base/sync/sync.hpp"
#include "execution/usage.hpp"

#include <dimma/qos.hpp>

#include <functional>
#include <list>
#include <memory>

namespace dimma::execution {

// A member of the `owner` that start() is given. Thread safe.
class Threads {
 public:
  // Calls `ended` when a thread is about to end, on that thread or, for its last steps, on the next one that ends.
  explicit Threads(std::function<void()> ended = {}) : ended_(std::move(ended)) {}
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // Runs the body on a thread of its own, which keeps `owner` alive until it has ended. The body's captures are
  // released on that thread. Throws the exceptions of start_thread().
  void start(const Scheduling& scheduling, const char* name, std::shared_ptr<void> owner, std::function<void()> body);

  // Waits until all have ended, except the calling thread if it is one of them. Nothing is left of the others
  // afterwards, in the process or in the system.
  void await_others();

  std::size_t running() const;
  // The threads that have not ended yet: those that run, and those that have finished their body and are waited for.
  std::size_t existing() const;
  Usage usage() const;

 private:
  using Place = std::list<sync::Thread>::iterator;
  sync::Thread detach(Place self) noexcept DIMMA_EXCLUDES(mutex_);

  mutable sync::Mutex mutex_;
  sync::Condition left_;
  std::list<sync::Thread> running_ DIMMA_GUARDED_BY(mutex_);
  const std::function<void()> ended_;
  std::size_t existing_ DIMMA_GUARDED_BY(mutex_) = 0;  // not joined yet
  // Has nothing left to do except join the one that left before it.
  sync::Thread last_left_ DIMMA_GUARDED_BY(mutex_);
  std::size_t running_max_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t refused_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::execution
