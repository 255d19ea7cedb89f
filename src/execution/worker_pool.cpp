#include "execution/worker_pool.hpp"

#include "base/sync/clock.hpp"
#include "base/sync/count_down.hpp"
#include "base/sync/sync.hpp"
#include "execution/task.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <string>
#include <system_error>

#include <sched.h>
#include <unistd.h>

namespace dimma::execution {

namespace {
// A thread that has waited this long for an event ends, if another thread waits too.
constexpr std::chrono::milliseconds idle_limit{10'000};

// The number of processors that threads of this process may run on.
std::size_t usable_processors(const Scheduling& scheduling) noexcept {
  if (!scheduling.cpus.empty()) return scheduling.cpus.size();
  cpu_set_t usable;
  if (::sched_getaffinity(0, sizeof usable, &usable) == 0) return static_cast<std::size_t>(CPU_COUNT(&usable));
  return std::max(sync::Thread::hardware_concurrency(), 1U);  // there are more processors than a cpu_set_t can hold
}
}  // namespace

WorkerPool::WorkerPool(const Size& size, Scheduling scheduling, WaitStrategy wait)
    : size_(size),
      scheduling_(std::move(scheduling)),
      loop_(std::make_shared<reactor::EventLoop>(wait)),
      is_run_by_application_(false),
      growth_(size.least, size.most, size.processors != 0 ? size.processors : usable_processors(scheduling_),
              size.stand_ins_max),
      staying_(growth_.processors()) {}

WorkerPool::WorkerPool(std::shared_ptr<reactor::EventLoop> loop)
    : size_{0, 0, 0},
      loop_(std::move(loop)),
      is_run_by_application_(true),
      growth_(0, 0, usable_processors({})),
      staying_(growth_.processors()) {}

WorkerPool::~WorkerPool() = default;

void WorkerPool::start() {
  try {
    const sync::LockGuard lock(mutex_);
    while (threads() < size_.least) add_thread_locked(Begin::open);
  } catch (...) {
    stop();
    join();
    throw;
  }
}

void WorkerPool::stop() noexcept {
  {
    const sync::LockGuard lock(mutex_);
    stopping_ = true;
    parked_changed_.notify_all();
  }
  if (!is_run_by_application_) loop_->stop();
}

void WorkerPool::join() noexcept {
  running_.await_others();
  if (!is_run_by_application_) loop_->call_owned();
}

void WorkerPool::add_thread_locked(Begin how) {
  const std::size_t open = how == Begin::open ? 1 : 0;
  // The thread counts as waiting from the start, so that no other thread adds one as well.
  threads_.fetch_add(1, std::memory_order_relaxed);
  open_.fetch_add(open, std::memory_order_relaxed);
  waiting_.fetch_add(open);
  if (how == Begin::parked) parked_.add();
  try {
    workers_.reserve(threads());
    running_.start(scheduling_, thread_name::server, shared_from_this(), [this, how] { work(how); });
    if (threads() > threads_max()) threads_max_.store(threads(), std::memory_order_relaxed);
  } catch (const std::exception&) {
    threads_.fetch_sub(1, std::memory_order_relaxed);
    open_.fetch_sub(open, std::memory_order_relaxed);
    waiting_.fetch_sub(open);
    if (how == Begin::parked) parked_.remove();
    throw;
  }
}

void WorkerPool::open_one_locked() {
  if (parked_.none()) return add_thread_locked(Begin::open);
  open_parked_locked();
  parked_changed_.notify_one();
}

void WorkerPool::begin_serving() noexcept {
  if (is_run_by_application_) return;
  if (waiting_.fetch_sub(1) > 1) return;
  // begin_nested() and rest_locked() change these conditions before they check that a thread waits.
  if (!may_open() && (watched_.load() || !growth_.is_watched())) return;
  let_another_wait();
}

void WorkerPool::let_another_wait() noexcept {
  const sync::LockGuard lock(mutex_);
  if (stopping_ || someone_waits()) return;
  if (!may_open()) return watch_locked();
  try {
    open_one_locked();
  } catch (const std::exception&) {
    // The system has no more threads at the moment. The existing ones continue, and the next event causes a new
    // attempt.
  }
}

void WorkerPool::end_serving() noexcept {
  if (!is_run_by_application_) waiting_.fetch_add(1, std::memory_order_relaxed);
}

void WorkerPool::begin_nested() {
  if (is_run_by_application_) return;
  const sync::LockGuard lock(mutex_);
  const auto refuse = [this](const std::string& why) {
    throw CORBA::NO_RESOURCES(
        minor::no_resources_exhausted, CORBA::COMPLETED_NO,
        std::to_string(nested_.load()) + " threads of the server's pool are waiting for nested calls" + why);
  };
  if (nested_.load() >= growth_.nested_max()) refuse({});
  nested_.fetch_add(1);
  if (stopping_ || waiting_.load() != 0 || !may_open()) return;
  try {
    open_one_locked();
  } catch (const std::exception& error) {
    nested_.fetch_sub(1);
    refuse(std::string(": ") + error.what());
  }
}

void WorkerPool::end_nested() noexcept {
  if (is_run_by_application_) return;
  const sync::LockGuard lock(mutex_);
  sync::count_down(nested_);
}

// Ends a thread that stood in for others while they waited for calls of their own, and is no longer needed.
bool WorkerPool::retire_if_surplus(Worker& self) noexcept {
  if (threads() <= threads_allowed()) return false;
  const sync::LockGuard lock(mutex_);
  if (threads() <= threads_allowed()) return false;
  if (growth_.is_watched()) return leave_beside_another_locked(self);
  waiting_.fetch_sub(1);  // the maximum number of threads is busy
  leave_locked(self);
  return true;
}

bool WorkerPool::end_if_idle(Worker& self) noexcept {
  const sync::LockGuard lock(mutex_);
  return threads() > size_.least && leave_beside_another_locked(self);
}

// Leaves the pool if another thread waits for events. If that is the only one left, its next begin_serving() makes
// another thread wait.
bool WorkerPool::leave_beside_another_locked(Worker& self) noexcept {
  open_.fetch_sub(1);
  for (std::size_t waiting = waiting_.load(); waiting > 1;) {
    if (!waiting_.compare_exchange_weak(waiting, waiting - 1)) continue;
    self.is_open = false;
    leave_locked(self);
    return true;
  }
  open_.fetch_add(1);
  return false;
}

void WorkerPool::leave_locked(Worker& self) noexcept {
  threads_.fetch_sub(1, std::memory_order_relaxed);
  if (self.is_open) open_.fetch_sub(1, std::memory_order_relaxed);
  workers_.remove(self);
}

void WorkerPool::work(Begin how) noexcept {
  Worker self;
  self.id = gettid();
  sync::UniqueLock lock(mutex_);
  workers_.add(self);  // add_thread_locked() has reserved room
  bool goes_on = how == Begin::open || wait_parked(self);
  while (goes_on) {
    lock.unlock();
    const bool has_left = !serve_events(self);
    if (has_left) return;
    lock.lock();
    goes_on = park(self);
  }
  leave_locked(self);
}

// Serves events until the thread may be parked. Returns false if the thread has left the pool.
bool WorkerPool::serve_events(Worker& self) noexcept {
  for (;;) {
    const auto woken = poller().wait(idle_limit);
    if (woken == reactor::Poller::Woken::stopped) break;
    if (woken == reactor::Poller::Woken::timeout && end_if_idle(self)) return false;
    if (retire_if_surplus(self)) return false;
    self.events.store(self.events.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (to_park_.load(std::memory_order_relaxed) != 0) return true;
  }
  const sync::LockGuard lock(mutex_);
  waiting_.fetch_sub(1);
  leave_locked(self);
  return false;
}

// Parks the thread while it is surplus.
bool WorkerPool::park(Worker& self) noexcept {
  if (stopping_ || to_park_.load() == 0) return true;
  to_park_.fetch_sub(1);
  open_.fetch_sub(1);
  waiting_.fetch_sub(1);
  parked_.add();
  return wait_parked(self);
}

bool WorkerPool::wait_parked(Worker& self) noexcept {
  self.is_open = false;
  const auto idle_until = Clock::now() + idle_limit;
  while (!stopping_) {
    if (parked_.resume()) {
      self.is_open = true;
      have_watcher_locked();
      return true;
    }
    if (watched_.load() && !has_watcher_) {
      watch();
    } else if (parked_changed_.wait_until(mutex_, idle_until) == std::cv_status::timeout && !parked_.one_may_resume() &&
               (has_watcher_ || !watched_.load())) {
      break;
    }
  }
  if (!parked_.resume()) parked_.remove();
  return false;
}

}  // namespace dimma::execution
