#pragma once
// Provides the changes of bindings for calls of `changes`. One watch of the store feeds all calls that wait, and a
// waiting call holds no thread. Recent changes are remembered, older ones are asked of the store. If no call has come
// for a minute the store is not watched, so that unused changes cost nothing.

#include <dimma/store.hpp>
#include "base/sync/clock.hpp"
#include "services/locks/locks.hpp"
#include "services/naming/service/limits.hpp"
#include "services/naming/service/service_log.hpp"
#include "services/naming/tree/context_id.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <thread>
#include <vector>

namespace dimma::naming {

class ChangeFeed {
 public:
  using Events = std::vector<store::Event>;
  // The answer to a call of `changes`. One of the two is called once, on any thread. Neither throws.
  struct Answer {
    std::function<void(Events events, store::Revision next)> changes;
    std::function<void()> overtaken;  // the store no longer remembers the changes
  };
  // Lets a caller give up meanwhile. Thread safe, also after the feed has ended.
  class Asker;

  // The store has to outlive the feed.
  ChangeFeed(store::Store& store, const Limits& limits, ServiceLog& log);
  ~ChangeFeed() { stop(); }
  ChangeFeed(const ChangeFeed&) = delete;
  ChangeFeed& operator=(const ChangeFeed&) = delete;

  // Answers with the changes of this context's bindings after `after`, as whole revisions, waiting for the first up to
  // `patience`. Throws StoreError, NO_RESOURCES if too many calls wait; there is no answer then.
  void ask(const ContextId& context, store::Revision after, std::chrono::milliseconds patience,
           std::shared_ptr<Asker> asker, Answer answer);
  std::shared_ptr<Asker> asker() const { return std::make_shared<Asker>(shared_); }
  std::size_t waiting();
  // Answers waiting calls with no changes, and later calls at once.
  void stop();

 private:
  using Clock = dimma::Clock;
  // The state with which a caller can give up, also after the feed has ended.
  struct Shared {
    locks::Mutex mutex;
    locks::Condition changed;  // for `wakes` and stops_
    // The time at which the timer checks next.
    Clock::time_point wakes DIMMA_GUARDED_BY(mutex) = Clock::time_point::max();
  };
  struct Waiter {
    std::string prefix;
    store::Revision after = 0;
    Clock::time_point deadline;
    std::shared_ptr<Asker> asker;
    Answer answer;
  };
  using Waiters = std::list<std::shared_ptr<Waiter>>;
  using Told = std::vector<std::function<void()>>;  // called without the lock

  void ensure_watching() DIMMA_EXCLUDES(shared_->mutex);
  bool is_unwanted() const DIMMA_REQUIRES(shared_->mutex);
  Events history(const std::string& prefix, store::Revision after);
  Events remembered(const std::string& prefix, store::Revision after) const DIMMA_REQUIRES(shared_->mutex);
  void watch();
  void take(store::Watch& watch, Events& events);
  void remember(Events& events, Told& told) DIMMA_REQUIRES(shared_->mutex);
  void tell_waiters(Told& told) DIMMA_REQUIRES(shared_->mutex);
  void lose_all(Told& told) DIMMA_REQUIRES(shared_->mutex);
  void wake_timer() DIMMA_REQUIRES(shared_->mutex);
  void time();

  store::Store& store_;
  const Limits limits_;
  ServiceLog& log_;

  const std::shared_ptr<Shared> shared_;
  bool is_whole_ = false;  // used by the watching thread: the events of take() end with a complete revision
  bool stops_ DIMMA_GUARDED_BY(shared_->mutex) = false;
  bool is_watching_ DIMMA_GUARDED_BY(shared_->mutex) = false;
  Clock::time_point asked_ DIMMA_GUARDED_BY(shared_->mutex){};
  // All events after the revision begins_, up to seen_.
  std::deque<store::Event> events_ DIMMA_GUARDED_BY(shared_->mutex);
  std::size_t octets_ DIMMA_GUARDED_BY(shared_->mutex) = 0;
  store::Revision begins_ DIMMA_GUARDED_BY(shared_->mutex) = 0;
  store::Revision seen_ DIMMA_GUARDED_BY(shared_->mutex) = 0;
  Waiters waiters_ DIMMA_GUARDED_BY(shared_->mutex);

  std::thread watching_;
  std::thread timing_;
};

class ChangeFeed::Asker {
 public:
  explicit Asker(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
  void give_up() {
    const locks::Lock lock(shared_->mutex);
    has_given_up_ = true;
    shared_->wakes = Clock::time_point::min();
    shared_->changed.notify_all();
  }
  // Requires the lock.
  bool has_given_up() const noexcept {
    shared_->mutex.assert_held();
    return has_given_up_;
  }

 private:
  const std::shared_ptr<Shared> shared_;
  bool has_given_up_ DIMMA_GUARDED_BY(shared_->mutex) = false;
};

}  // namespace dimma::naming
