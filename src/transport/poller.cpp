#include "transport/poller.hpp"

#include "transport/deadline.hpp"
#include "transport/spin.hpp"

#include <cerrno>
#include <system_error>
#include <tuple>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
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

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DIMMA_THREAD_SANITIZER
#endif
#elif defined(__SANITIZE_THREAD__)
#define DIMMA_THREAD_SANITIZER
#endif

// The system looks the descriptor up before it lets an event through. So the thread that gets the event may close the
// descriptor while the one that armed it is still on its way back from here. The thread sanitizer, which takes the
// whole call for a use of the descriptor, is kept out of it.
void change(int epoll, int handle, epoll_event& event) noexcept {
#ifdef DIMMA_THREAD_SANITIZER
  ::syscall(SYS_epoll_ctl, epoll, EPOLL_CTL_MOD, handle, &event);
#else
  ::epoll_ctl(epoll, EPOLL_CTL_MOD, handle, &event);
#endif
}

}  // namespace

// An event's tag is the Waiter to be called, the Poller itself for a descriptor that is not armed, or nullptr for stop.

Poller::Poller(WaitStrategy how)
    : how_(how), epoll_(::epoll_create1(EPOLL_CLOEXEC)), stop_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
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
  descriptors_.fetch_add(1, std::memory_order_relaxed);
}

void Poller::arm(int handle, Waiter& waiter) noexcept { arm_for(EPOLLIN, handle, waiter); }
void Poller::arm_writable(int handle, Waiter& waiter) noexcept { arm_for(EPOLLOUT, handle, waiter); }

void Poller::arm_for(std::uint32_t events, int handle, Waiter& waiter) noexcept {
  waiter.armed_.store(true, std::memory_order_release);
  epoll_event event = once(events, &waiter);
  change(epoll_.get(), handle, event);  // fails only for one that remove() has taken out
}

void Poller::remove(int handle) noexcept {
  epoll_event unused{};
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, handle, &unused) == 0) {
    descriptors_.fetch_sub(1, std::memory_order_relaxed);
  }
}

// By the thread that has the event, before it looks at anything else.
Waiter* Poller::waiter_of(const epoll_event& event) noexcept {
  auto* const waiter = static_cast<Waiter*>(event.data.ptr);
  if (waiter != nullptr) std::ignore = waiter->armed_.load(std::memory_order_acquire);
  return waiter;
}

Waiter* Poller::next_now() {
  for (;;) {
    if (stopped_.load(std::memory_order_acquire)) return nullptr;
    epoll_event event{};
    const int count = ::epoll_wait(epoll_.get(), &event, 1, 0);
    if (count == 0) return nullptr;
    if (count > 0 && event.data.ptr != this) return waiter_of(event);
    if (count < 0 && errno != EINTR) fail("wait in a poller");
  }
}

Waiter* Poller::next(std::chrono::milliseconds limit) {
  if (limit == std::chrono::milliseconds::zero()) return next_now();
  const Deadline deadline = deadline_in(limit);
  Spin spin(how_, deadline, gaps_);
  bool spinning = how_.kind() != WaitStrategy::Kind::block;
  for (;;) {
    if (stopped_.load(std::memory_order_acquire)) return nullptr;
    epoll_event event{};
    const int count = ::epoll_wait(epoll_.get(), &event, 1, spinning ? 0 : poll_timeout(deadline));
    if (count < 0) {
      if (errno == EINTR) continue;
      fail("wait in a poller");
    }
    if (count == 0) {
      if (spinning) {
        spinning = spin.again();
        continue;
      }
      if (!passed(deadline)) continue;
      return nullptr;
    }
    if (event.data.ptr != this) return waiter_of(event);
  }
}

Poller::Woken Poller::wait(std::chrono::milliseconds limit) {
  Waiter* const waiter = next(limit);
  if (waiter == nullptr) {
    return stopped_.load(std::memory_order_acquire) ? Woken::stopped : Woken::timeout;
  }
  waiter->readable();
  return Woken::event;
}

void Poller::stop() noexcept {
  stopped_.store(true, std::memory_order_release);
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(stop_event_.get(), &one, sizeof one);
}

}  // namespace dimma::transport
