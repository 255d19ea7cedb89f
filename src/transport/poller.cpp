#include "transport/poller.hpp"

#include "transport/deadline.hpp"

#include <cerrno>
#include <system_error>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace dimma::transport {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

epoll_event once(std::uint32_t events, void* tag) {
  epoll_event event{};
  event.events = events | EPOLLONESHOT;
  event.data.ptr = tag;
  return event;
}

}  // namespace

// An event's tag is the Waiter to be called, the Poller itself for a descriptor that is not armed, or nullptr for stop.

Poller::Poller() : epoll_(::epoll_create1(EPOLL_CLOEXEC)), stop_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!epoll_ || !stop_event_) fail("poller");
  // Level-triggered and never read, so that each thread in wait() sees it.
  epoll_event event{};
  event.events = EPOLLIN;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, stop_event_.get(), &event) != 0) fail("poller");
}

void Poller::add(int handle, Waiter& /*waiter*/) {
  // The system reports an error or a hang-up even of a descriptor that no event is asked of; its tag tells wait() to
  // drop that, and arm() brings it back.
  epoll_event event = once(0, this);
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, handle, &event) != 0) fail("add a descriptor to a poller");
}

void Poller::arm(int handle, Waiter& waiter) noexcept {
  epoll_event event = once(EPOLLIN, &waiter);
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, handle, &event);  // fails only for one that remove() has taken out
}

void Poller::remove(int handle) noexcept {
  epoll_event unused{};
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, handle, &unused);
}

Poller::Woken Poller::wait(std::chrono::milliseconds limit) {
  const Deadline deadline = deadline_in(limit);
  for (;;) {
    if (stopped_.load(std::memory_order_acquire)) return Woken::stopped;
    epoll_event event{};
    const int count = ::epoll_wait(epoll_.get(), &event, 1, poll_timeout(deadline));
    if (count < 0) {
      if (errno == EINTR) continue;
      fail("wait in a poller");
    }
    if (count == 0) {
      if (!passed(deadline)) continue;
      return Woken::timeout;
    }
    if (event.data.ptr == nullptr) return Woken::stopped;
    if (event.data.ptr == this) continue;
    static_cast<Waiter*>(event.data.ptr)->readable();
    return Woken::event;
  }
}

void Poller::stop() noexcept {
  stopped_.store(true, std::memory_order_release);
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(stop_event_.get(), &one, sizeof one);
}

}  // namespace dimma::transport
