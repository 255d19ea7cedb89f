// The watch of a pool all of whose threads are busy.
//
// One thread that is parked has it, and looks at the others from time to time. When the pool is to be larger it goes to
// serve events itself, and another that is parked, or a new one, has the watch.

#include "execution/thread_halt.hpp"
#include "execution/worker_pool.hpp"

#include <algorithm>
#include <utility>

namespace dimma::execution {

namespace {
// A thread that has served so many events in a given time, each in less than this on average, has not halted in them.
constexpr std::chrono::microseconds quick_event{50};
// One that has been at the same event for so many looks is not to hold up others, even if it computes.
constexpr unsigned looks_in_same_max = 2;
// So many threads whose state the system is asked for at each look, on average.
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
    // The system has no thread for it, nor any for the pool to grow by.
    watched_.store(false);
    to_park_.store(0);
  }
}

// Called by a parked thread; returns at the next look, or when the thread is wanted.
void WorkerPool::watch() noexcept {
  DIMMA_ASSERT(!has_watcher_);
  has_watcher_ = true;
  const auto due = std::chrono::steady_clock::now() + PoolGrowth::interval;
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

// While no event waits, threads that may have halted do no harm, and the system is not asked about them.
std::size_t WorkerPool::count_halted_locked(bool events_wait) noexcept {
  const auto now = std::chrono::steady_clock::now();
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

// Makes one of the parked threads open. A caller that is not parked itself then wakes one of them.
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
  // One that has stopped waiting meanwhile may have relied on the watch.
  if (waiting_.load() == 0) watch_locked();
}

}  // namespace dimma::execution
