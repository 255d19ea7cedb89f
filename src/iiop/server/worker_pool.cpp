#include "iiop/server/worker_pool.hpp"

#include "base/sync.hpp"
#include "qos/task.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <cerrno>
#include <system_error>

#include <sys/eventfd.h>
#include <unistd.h>

namespace dimma::iiop {

namespace {
// A thread that has waited this long in vain ends, if another one waits too.
constexpr std::chrono::milliseconds idle_limit{10'000};
}  // namespace

WorkerPool::WorkerPool(const Size& size, Scheduling scheduling, WaitStrategy wait)
    : size_(size), scheduling_(std::move(scheduling)), poller_(wait) {}

WorkerPool::~WorkerPool() = default;

WorkerPool::Posted::Posted(transport::Poller& poller)
    : poller_(poller), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) {
  if (event_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  poller_.add(event_, *this);
  poller_.arm(event_, *this);
}

WorkerPool::Posted::~Posted() { ::close(event_); }

void WorkerPool::Posted::post(transport::Waiter& waiter, std::shared_ptr<void> owner) noexcept {
  {
    const std::lock_guard lock(mutex_);
    waiters_.push_back({&waiter, std::move(owner)});
  }
  ::eventfd_write(event_, 1);
}

WorkerPool::Posted::Entry WorkerPool::Posted::take() noexcept {
  const std::lock_guard lock(mutex_);
  if (waiters_.empty()) return {};
  Entry first = std::move(waiters_.front());
  waiters_.pop_front();
  return first;
}

void WorkerPool::Posted::readable() noexcept {
  eventfd_t one = 0;
  Entry next;
  if (::eventfd_read(event_, &one) == 0) next = take();
  poller_.arm(event_, *this);
  if (next.waiter != nullptr) next.waiter->readable();
}

void WorkerPool::Posted::call_owned() noexcept {
  for (Entry next = take(); next.waiter != nullptr; next = take()) {
    if (next.owner) next.waiter->readable();
  }
}

void WorkerPool::post(transport::Waiter& waiter) noexcept { posted_.post(waiter, nullptr); }
void WorkerPool::post(transport::Waiter& waiter, std::shared_ptr<void> owner) noexcept {
  posted_.post(waiter, std::move(owner));
}

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
  poller_.stop();
}

void WorkerPool::join() noexcept {
  running_.await_others();
  posted_.call_owned();
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
  if (waiting_.fetch_sub(1, std::memory_order_relaxed) > 1) return;
  const std::lock_guard lock(mutex_);
  if (stopping_ || threads() >= threads_allowed() || someone_waits()) return;
  try {
    add_thread_locked();
  } catch (const std::exception&) {
    // The system has no thread for us now: those that there are go on, and the next event tries again.
  }
}

void WorkerPool::end_serving() noexcept { waiting_.fetch_add(1, std::memory_order_relaxed); }

void WorkerPool::begin_nested() {
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
    const auto woken = poller_.wait(idle_limit);
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
