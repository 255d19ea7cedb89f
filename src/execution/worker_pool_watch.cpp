// The watch of a pool whose threads are all busy.
//
// A parked thread watches: it looks at the others at intervals. If the pool has to grow, that thread starts to serve
// events itself, and another parked thread, or a new one, takes over the watch.

#include "base/sync/clock.hpp"
#include "execution/worker_pool.hpp"

#include <algorithm>

namespace dimma::execution {

void WorkerPool::watch_locked() noexcept {
  if (!growth_.is_watched()) return;
  if (!watched_.exchange(true)) {
    growth_.begin_to_watch();
    workers_.begin_to_watch();
  }
  have_watcher_locked();
}

void WorkerPool::have_watcher_locked() noexcept {
  if (!watched_.load() || has_watcher_ || stopping_) return;
  if (!parked_.none()) return parked_changed_.notify_one();
  try {
    add_thread_locked(Begin::parked);
  } catch (const std::exception&) {
    // The system has no more threads, so the pool can neither be watched nor grow.
    watched_.store(false);
    to_park_.store(0);
  }
}

// Called by a parked thread. Returns after the next look, or when the thread is needed.
void WorkerPool::watch() noexcept {
  DIMMA_ASSERT(!has_watcher_);
  has_watcher_ = true;
  const auto due = Clock::now() + PoolGrowth::interval;
  const auto wanted = [this]() DIMMA_REQUIRES(mutex_) { return stopping_ || parked_.one_may_resume(); };
  const bool is_wanted = parked_changed_.wait_until(mutex_, due, wanted);
  has_watcher_ = false;
  if (!is_wanted) look_locked();
}

void WorkerPool::look_locked() noexcept {
  if (someone_waits()) {
    workers_.found_one_idle();
    to_park_.store(0);
    return take_locked(growth_.found_one_idle());
  }
  if (workers_.passes_look()) return;
  const bool events_wait = loop_->pending();
  const std::size_t nested = nested_.load();
  const std::size_t halted = workers_.count_halted(events_wait);
  const std::size_t open = this->open() - std::min(nested, this->open());
  take_locked(growth_.found_all_busy(open, halted - std::min(nested, halted), events_wait));
}

void WorkerPool::take_locked(PoolGrowth::Step step) noexcept {
  switch (step) {
    case PoolGrowth::Step::none:
      return;
    case PoolGrowth::Step::grow:
      to_park_.store(0);
      workers_.pass_no_look();
      if (!someone_waits()) open_parked_locked();
      return;
    case PoolGrowth::Step::shrink: {
      const std::size_t may_stay = growth_.open_max_beside(nested_.load());
      to_park_.store(open() - std::min(may_stay, open()));
      return;
    }
    case PoolGrowth::Step::rest:
      return rest_locked();
  }
}

// Opens one of the parked threads. The caller then has to wake one of them, unless it is parked itself.
void WorkerPool::open_parked_locked() noexcept {
  parked_.open_one();
  open_.fetch_add(1, std::memory_order_relaxed);
  waiting_.fetch_add(1);
}

void WorkerPool::rest_locked() noexcept {
  watched_.store(false);
  to_park_.store(0);
  if (may_open()) open_parked_locked();
  // A thread that has stopped waiting in the meantime may have relied on the watch.
  if (waiting_.load() == 0) watch_locked();
}

}  // namespace dimma::execution
