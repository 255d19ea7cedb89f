#pragma once
// The threads that one owner starts as needed. They are counted while they run, and are joined after they have ended.

#include "base/sync/sync.hpp"
#include "execution/usage.hpp"

#include <dimma/qos.hpp>

#include <functional>
#include <list>
#include <memory>

namespace dimma::execution {

// A member of the `owner` that is passed to start(). Thread-safe.
class Threads {
 public:
  // Each thread calls `ended` when it is about to end, after it has joined the thread that ended before it.
  explicit Threads(std::function<void()> ended = {}) : ended_(std::move(ended)) {}
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // Runs `body` on a new thread, which keeps `owner` alive until it ends. The captures of `body` are released on that
  // thread. Throws what start_thread() throws.
  void start(const Scheduling& scheduling, const char* name, std::shared_ptr<void> owner, std::function<void()> body);

  // Waits until all threads have ended, except the calling thread if it is one of them. No resources of the ended
  // threads are left, in the process or in the system.
  void await_others();

  std::size_t running() const;
  // The threads that have not ended yet: those that run, and those that have finished their body and are being joined.
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
  // The thread that ended last. It has nothing left to do except join the one that ended before it.
  sync::Thread last_left_ DIMMA_GUARDED_BY(mutex_);
  std::size_t running_max_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t refused_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::execution
