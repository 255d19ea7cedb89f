// The watch of a pool whose threads are all busy.
//
// A parked thread watches: it looks at the others at intervals. If the pool has to grow, that thread starts to serve
// events itself, and another parked thread, or a new one, takes over the watch.

#include "base/sync/clock.hpp"
#include "execution/thread_halt.hpp"
#include "execution/worker_pool.hpp"

#include <algorithm>
#include <utility>

namespace dimma::execution {

namespace {
// A thread whose events have taken less than this on average has not halted in them.
constexpr std::chrono::microseconds quick_event{50};
// A thread that has served the same event for this many looks counts as halted even if it computes, so that other
// events do not wait for it.
constexpr unsigned looks_in_same_max = 2;
// The average number of threads at each look whose state is queried from the system.
constexpr std::size_t states_per_look = 4;
}  // namespace

void WorkerPool::watch_locked() noexcept {
  if (!growth_.is_watched()) return;
  if (!watched_.exchange(true)) {
    growth_.begin_to_watch();
    were_all_busy_ = false;
    looks_to_pass_ = 0;
  }
  have_watcher_locked();
}

void WorkerPool::have_watcher_locked() noexcept {
  if (!watched_.load() || has_watcher_ || stopping_) return;
  if (parked_ != 0) return parked_changed_.notify_one();
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
  const auto wanted = [this]() DIMMA_REQUIRES(mutex_) { return stopping_ || to_open_ != 0; };
  const bool is_wanted = parked_changed_.wait_until(mutex_, due, wanted);
  has_watcher_ = false;
  if (!is_wanted) look_locked();
}

void WorkerPool::look_locked() noexcept {
  if (someone_waits()) {
    were_all_busy_ = false;
    to_park_.store(0);
    return take_locked(growth_.found_one_idle());
  }
  if (looks_to_pass_ != 0) {
    --looks_to_pass_;
    return;
  }
  const bool events_wait = loop_->pending();
  const std::size_t nested = nested_.load();
  const std::size_t halted = count_halted_locked(events_wait);
  const std::size_t open = this->open() - std::min(nested, this->open());
  take_locked(growth_.found_all_busy(open, halted - std::min(nested, halted), events_wait));
}

void WorkerPool::take_locked(PoolGrowth::Step step) noexcept {
  switch (step) {
    case PoolGrowth::Step::none:
      return;
    case PoolGrowth::Step::grow:
      to_park_.store(0);
      looks_to_pass_ = 0;
      if (!someone_waits()) open_parked_locked();
      return;
    case PoolGrowth::Step::shrink: {
      const std::size_t may_stay = growth_.open_max() + nested_.load();
      to_park_.store(open() - std::min(may_stay, open()));
      return;
    }
    case PoolGrowth::Step::rest:
      return rest_locked();
  }
}

// While no event waits, threads that may have halted do no harm, so their state is not queried.
std::size_t WorkerPool::count_halted_locked(bool events_wait) noexcept {
  const auto now = Clock::now();
  const auto elapsed = now - counted_at_;
  std::size_t halted = 0;
  std::size_t asked = 0;
  for (Worker* const worker : workers_) {
    if (!worker->is_open) continue;
    const std::uint32_t events = worker->events.load(std::memory_order_relaxed);
    const std::uint32_t served = events - std::exchange(worker->events_seen, events);
    worker->looks_in_same = served == 0 && were_all_busy_ ? worker->looks_in_same + 1 : 0;
    if (served != 0 && served * quick_event >= elapsed) continue;
    if (!events_wait || worker->looks_in_same >= looks_in_same_max) {
      ++halted;
    } else {
      ++asked;
      if (is_halted(worker->id)) ++halted;
    }
  }
  counted_at_ = now;
  were_all_busy_ = true;
  looks_to_pass_ = asked / states_per_look;
  return halted;
}

// Opens one of the parked threads. The caller then has to wake one of them, unless it is parked itself.
void WorkerPool::open_parked_locked() noexcept {
  DIMMA_ASSERT(parked_ != 0);
  --parked_;
  ++to_open_;
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
