#pragma once
// Provides the changes of bindings to calls of `changes`. One watch of the store serves all waiting calls, and a
// waiting call blocks no thread. Recent changes are kept in memory; older ones are read from the store. The store is
// not watched if there has been no call for a minute, so that the feed costs nothing when unused.

#include <dimma/store.hpp>
#include "base/sync/clock.hpp"
#include "services/locks/locks.hpp"
#include "services/naming/service/common/limits.hpp"
#include "services/naming/service/common/service_log.hpp"
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
  // The callbacks of a call of `changes`. Exactly one of them is called once, on any thread. They must not throw.
  struct Answer {
    std::function<void(Events events, store::Revision next)> changes;
    std::function<void()> overtaken;  // the store has discarded the changes
  };
  // Ends a waiting call early, for example when its client cancels it. Thread-safe, even after the feed has been
  // destroyed.
  class Asker;

  // The store must outlive the feed.
  ChangeFeed(store::Store& store, const Limits& limits, ServiceLog& log);
  ~ChangeFeed() { stop(); }
  ChangeFeed(const ChangeFeed&) = delete;
  ChangeFeed& operator=(const ChangeFeed&) = delete;

  // Answers with the changes of the context's bindings after the revision `after`, as whole revisions. Waits for the
  // first change up to `patience`. Throws StoreError, and NO_RESOURCES if too many calls wait; in these cases, no
  // callback is called.
  void ask(const ContextId& context, store::Revision after, std::chrono::milliseconds patience,
           std::shared_ptr<Asker> asker, Answer answer);
  std::shared_ptr<Asker> asker() const { return std::make_shared<Asker>(shared_); }
  std::size_t waiting();
  // Answers waiting calls without changes. Later calls do not wait.
  void stop();

 private:
  using Clock = dimma::Clock;
  // State that an Asker uses, even after the feed has been destroyed.
  struct Shared {
    locks::Mutex mutex;
    locks::Condition changed;  // signals changes of `wakes` and stops_
    // The time of the timer's next check.
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
  using Told = std::vector<std::function<void()>>;  // callbacks to call without the lock

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
  bool is_whole_ = false;  // only for the watching thread: the last take() ended with a complete revision
  bool stops_ DIMMA_GUARDED_BY(shared_->mutex) = false;
  bool is_watching_ DIMMA_GUARDED_BY(shared_->mutex) = false;
  Clock::time_point asked_ DIMMA_GUARDED_BY(shared_->mutex){};
  // All events after the revision begins_ up to seen_.
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
  // Called with the lock held.
  bool has_given_up() const noexcept {
    shared_->mutex.assert_held();
    return has_given_up_;
  }

 private:
  const std::shared_ptr<Shared> shared_;
  bool has_given_up_ DIMMA_GUARDED_BY(shared_->mutex) = false;
};

}  // namespace dimma::naming
