#include "reactor/event_loop.hpp"

#include <cerrno>
#include <system_error>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace dimma::reactor {

EventLoop::Posted::Posted(Poller& poller)
    : poller_(poller), event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) {
  if (event_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  poller_.add(event_, *this);
  poller_.arm(event_, *this);
}

EventLoop::Posted::~Posted() { ::close(event_); }

void EventLoop::Posted::post(Waiter& waiter, std::shared_ptr<void> owner) noexcept {
  {
    const sync::LockGuard lock(mutex_);
    waiters_.push({&waiter, std::move(owner)});
  }
  ::eventfd_write(event_, 1);
}

EventLoop::Posted::Entry EventLoop::Posted::take() noexcept {
  const sync::LockGuard lock(mutex_);
  return waiters_.empty() ? Entry() : waiters_.pop();
}

void EventLoop::Posted::readable() noexcept {
  eventfd_t one = 0;
  Entry next;
  if (::eventfd_read(event_, &one) == 0) next = take();
  poller_.arm(event_, *this);
  if (next.waiter != nullptr) next.waiter->readable();
}

void EventLoop::Posted::call_owned() noexcept {
  for (Entry next = take(); next.waiter != nullptr; next = take()) {
    if (next.owner) next.waiter->readable();
  }
}

bool EventLoop::serve_one(std::chrono::milliseconds limit, function_ref<void()> taken) {
  const GracePeriod::Visit visit(grace_);
  Waiter* const waiter = poller_.next(limit);
  taken();
  if (waiter == nullptr) return false;
  waiter->readable();
  return true;
}

bool EventLoop::serve_one(std::chrono::milliseconds limit) {
  return serve_one(limit, [] {});
}

bool EventLoop::pending() const noexcept {
  if (poller_.has_events_ahead()) return true;
  pollfd ready{poller_.handle(), POLLIN, 0};
  return ::poll(&ready, 1, 0) > 0;
}

}  // namespace dimma::reactor
