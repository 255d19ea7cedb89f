#include "iiop/server/worker_pool.hpp"

#include "base/sync.hpp"
#include "qos/task.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <system_error>

#include <sched.h>

namespace dimma::iiop {

namespace {
// A thread that has waited this long in vain ends, if another one waits too.
constexpr std::chrono::milliseconds idle_limit{10'000};

// Those that this process may run on.
std::size_t usable_processors() noexcept {
  cpu_set_t usable;
  if (::sched_getaffinity(0, sizeof usable, &usable) == 0) return static_cast<std::size_t>(CPU_COUNT(&usable));
  return std::max(sync::Thread::hardware_concurrency(), 1U);  // more than a set has room for
}
}  // namespace

WorkerPool::WorkerPool(const Size& size, Scheduling scheduling, WaitStrategy wait)
    : size_(size),
      scheduling_(std::move(scheduling)),
      loop_(std::make_shared<transport::EventLoop>(wait)),
      is_run_by_application_(false) {}

WorkerPool::WorkerPool(std::shared_ptr<transport::EventLoop> loop)
    : size_{0, 0, 0}, loop_(std::move(loop)), is_run_by_application_(true) {}

WorkerPool::~WorkerPool() = default;

void WorkerPool::start() {
  try {
    const std::lock_guard lock(mutex_);
    while (threads() < size_.least) add_thread_locked();
  } catch (...) {
    stop();
    join();
    throw;
  }
}

void WorkerPool::stop() noexcept {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  if (!is_run_by_application_) loop_->stop();
}

void WorkerPool::join() noexcept {
  running_.await_others();
  if (!is_run_by_application_) loop_->call_owned();
}

void WorkerPool::add_thread_locked() {
  try {
    // Counted as waiting from the start, so that no other thread adds one in its place.
    threads_.fetch_add(1, std::memory_order_relaxed);
    waiting_.fetch_add(1, std::memory_order_relaxed);
    running_.start(scheduling_, qos::thread_name::server, shared_from_this(), [this] { work(); });
    if (threads() > threads_max()) threads_max_.store(threads(), std::memory_order_relaxed);
  } catch (const std::exception&) {
    threads_.fetch_sub(1, std::memory_order_relaxed);
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    throw;
  }
}

void WorkerPool::begin_serving() noexcept {
  if (is_run_by_application_) return;
  if (waiting_.fetch_sub(1, std::memory_order_relaxed) > 1) return;
  const std::lock_guard lock(mutex_);
  if (stopping_ || threads() >= threads_allowed() || someone_waits()) return;
  try {
    add_thread_locked();
  } catch (const std::exception&) {
    // The system has no thread for us now: those that there are go on, and the next event tries again.
  }
}

void WorkerPool::end_serving() noexcept {
  if (!is_run_by_application_) waiting_.fetch_add(1, std::memory_order_relaxed);
}

bool WorkerPool::has_one_more_stay() noexcept {
  static const std::size_t processors = usable_processors();
  std::size_t staying = staying_.load(std::memory_order_relaxed);
  while (staying < processors) {
    if (staying_.compare_exchange_weak(staying, staying + 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

void WorkerPool::begin_nested() {
  if (is_run_by_application_) return;
  const std::lock_guard lock(mutex_);
  if (!stopping_ && !someone_waits() && threads() <= threads_allowed()) {
    const std::string all_wait =
        std::to_string(threads()) + " threads of the server's pool wait for calls of their own";
    if (threads() >= size_.most + size_.stand_ins_max) {
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO, all_wait);
    }
    try {
      add_thread_locked();
    } catch (const std::exception& error) {
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO, all_wait + ": " + error.what());
    }
  }
  nested_.fetch_add(1, std::memory_order_relaxed);
}

void WorkerPool::end_nested() noexcept {
  if (is_run_by_application_) return;
  const std::lock_guard lock(mutex_);
  nested_.fetch_sub(1, std::memory_order_relaxed);
}

bool WorkerPool::retire_if_surplus() noexcept {
  if (threads() <= threads_allowed()) [[likely]]
    return false;
  const std::lock_guard lock(mutex_);
  if (threads() <= threads_allowed()) return false;
  waiting_.fetch_sub(1, std::memory_order_relaxed);
  threads_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

bool WorkerPool::may_end() noexcept {
  if (threads() <= size_.least) return false;
  std::size_t waiting = waiting_.load(std::memory_order_relaxed);
  while (waiting > 1) {
    if (waiting_.compare_exchange_weak(waiting, waiting - 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

void WorkerPool::work() noexcept {
  for (;;) {
    const auto woken = poller().wait(idle_limit);
    if (woken == transport::Poller::Woken::stopped) {
      waiting_.fetch_sub(1, std::memory_order_relaxed);
      break;
    }
    if (woken == transport::Poller::Woken::timeout && may_end()) break;
    if (retire_if_surplus()) return;
  }
  const std::lock_guard lock(mutex_);
  threads_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace dimma::iiop
