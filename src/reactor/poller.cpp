#include "reactor/poller.hpp"

#include "base/deadline.hpp"
#include "reactor/poll_event.hpp"
#include "reactor/spin.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace dimma::reactor {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

// The tag of an event is a PollTag, nullptr for stop, or the Poller itself for an event without an owner (of a
// descriptor that is not armed, or to wake a thread for an event ahead).

Poller::Poller(WaitStrategy how)
    : how_(how),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      stop_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      ahead_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!epoll_ || !stop_event_ || !ahead_event_) fail("poller");
  // Level-triggered and never read, so that each thread in wait() sees it.
  epoll_event event{};
  event.events = EPOLLIN;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, stop_event_.get(), &event) != 0) fail("poller");
  // Also never read, but edge-triggered: each write to it wakes one thread.
  event.events = EPOLLIN | EPOLLET;
  event.data.ptr = this;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, ahead_event_.get(), &event) != 0) fail("poller");
}

void Poller::add(int handle, Waiter& /*waiter*/) {
  // The system reports errors and hang-ups even for a descriptor without requested events. The tag makes wait() drop
  // such a report, and arm() brings it back.
  epoll_event event{};
  event.events = EPOLLONESHOT;
  event.data.ptr = this;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, handle, &event) != 0) fail("add a descriptor to a poller");
  descriptors_.fetch_add(1, std::memory_order_relaxed);
}

void Poller::arm(int handle, Waiter& waiter) noexcept { arm_for(EPOLLIN, handle, waiter); }
void Poller::arm_writable(int handle, Waiter& waiter) noexcept { arm_for(EPOLLOUT, handle, waiter); }

void Poller::arm_for(std::uint32_t events, int handle, Waiter& waiter) noexcept {
  waiter.publish(PollTag::Kind::one_shot);
  change_events(epoll_.get(), handle, events | EPOLLONESHOT, static_cast<PollTag*>(&waiter));
}

void Poller::remove(int handle) noexcept {
  epoll_event unused{};
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, handle, &unused) == 0) {
    descriptors_.fetch_sub(1, std::memory_order_relaxed);
  }
}

EdgeWatch& Poller::watch_edges(int handle, Waiter& waiter) {
  EdgeWatch* watch = nullptr;
  {
    const sync::LockGuard lock(watches_mutex_);
    watch =
        free_watches_ != nullptr ? std::exchange(free_watches_, free_watches_->next_free_) : &watches_.emplace_back();
  }
  watch->begin(handle, waiter);
  watch->publish(PollTag::Kind::edges);
  try {
    add(handle, waiter);
  } catch (...) {
    give_back(*watch);
    throw;
  }
  return *watch;
}

bool Poller::arm(EdgeWatch& watch, bool has_taken_all) noexcept {
  return (has_taken_all && watch.arm_without_system()) || watch.arm(epoll_.get());
}

void Poller::remove(EdgeWatch& watch) noexcept {
  remove(watch.handle_);
  give_back(watch);
}

void Poller::give_back(EdgeWatch& watch) noexcept {
  watch.end();
  const sync::LockGuard lock(watches_mutex_);
  watch.next_free_ = std::exchange(free_watches_, &watch);
}

// Called by the thread that has the event, before it looks at other events.
Poller::Answer Poller::answer_of(const epoll_event& event) const noexcept {
  if (event.data.ptr == this) return {};
  if (event.data.ptr == nullptr) return {Answer::What::event, nullptr};
  auto* const tag = static_cast<PollTag*>(event.data.ptr);
  if (tag->kind() == PollTag::Kind::edges) {
    Waiter* const waiter = static_cast<EdgeWatch*>(tag)->take_event(epoll_.get(), event.events);
    return waiter != nullptr ? Answer{Answer::What::event, waiter} : Answer{};
  }
  return {Answer::What::event, static_cast<Waiter*>(tag)};
}

Poller::Answer Poller::ask(int timeout) {
  epoll_event event{};
  const int count = ::epoll_wait(epoll_.get(), &event, 1, timeout);
  if (count < 0 && errno != EINTR) fail("wait in a poller");
  if (count == 0) return {Answer::What::timeout};
  return count > 0 ? answer_of(event) : Answer{};
}

// No event is missed: a thread that leaves events ahead then checks whether others sleep, and a thread that is about to
// sleep checks whether there are events ahead.
Poller::Answer Poller::ask_for_several(int timeout) {
  if (const Answer ahead = take_ahead(); ahead.is_event()) return ahead;
  const bool is_alone = asking_.fetch_add(1) == 0;
  const bool takes_several = is_alone && !is_taking_.exchange(true);
  std::array<epoll_event, 1 + EventsAhead<Waiter>::most> events{};
  int count = -1;
  int error = EINTR;  // as if there had been a signal
  if (ahead_.empty()) {
    count = ::epoll_wait(epoll_.get(), events.data(), takes_several ? static_cast<int>(events.size()) : 1, timeout);
    error = errno;
  }
  asking_.fetch_sub(1);
  const Answer first = sort({events.data(), static_cast<std::size_t>(std::max(count, 0))});
  if (takes_several) is_taking_.store(false);
  if (count < 0 && error != EINTR) fail("wait in a poller");
  if (count > 1) wake_for_those_ahead();
  return count == 0 ? Answer{Answer::What::timeout} : first;
}

// Returns the first event to the caller, and puts the others into ahead_.
Poller::Answer Poller::sort(std::span<const epoll_event> events) noexcept {
  Answer first;
  std::array<Waiter*, EventsAhead<Waiter>::most> others{};
  std::size_t count = 0;
  for (const epoll_event& event : events) {
    const Answer answer = answer_of(event);
    if (!first.is_event()) {
      first = answer;
    } else if (answer.waiter != nullptr) {  // stop is reported again
      others[count++] = answer.waiter;
    }
  }
  if (count != 0) ahead_.put({others.data(), count});
  return first;
}

Poller::Answer Poller::take_ahead() noexcept {
  Waiter* const waiter = ahead_.take();
  if (waiter == nullptr) return {};
  wake_for_those_ahead();
  return {Answer::What::event, waiter};
}

// Wakes one thread at a time; that thread wakes the next.
void Poller::wake_for_those_ahead() noexcept {
  if (ahead_.empty() || asking_.load() == 0) return;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(ahead_event_.get(), &one, sizeof one);
}

template <class Ask>
Waiter* Poller::next_by(std::chrono::milliseconds limit, Ask ask) {
  const Deadline deadline = deadline_in(limit);
  Spin spin(how_, deadline, gaps_);
  bool spinning = !blocks();
  for (;;) {
    if (stopped_.load(std::memory_order_acquire)) return nullptr;
    const Answer answer = ask(spinning ? 0 : poll_timeout(deadline));
    if (answer.is_event()) return answer.waiter;
    if (answer.what == Answer::What::nothing) continue;
    if (spinning) {
      spinning = spin.again();
    } else if (passed(deadline)) {
      return nullptr;
    }
  }
}

Waiter* Poller::next(std::chrono::milliseconds limit) {
  const auto ask_system = [this](int timeout) { return ask(timeout); };
  if (limit != std::chrono::milliseconds::zero()) return next_by(limit, ask_system);
  for (;;) {
    if (stopped_.load(std::memory_order_acquire)) return nullptr;
    if (const Answer answer = ask(0); answer.what != Answer::What::nothing) return answer.waiter;
  }
}

// Does not read the clock, which would add to the cost of each event.
Waiter* Poller::next_of_several(std::chrono::milliseconds limit) {
  if (!blocks()) return next_by(limit, [this](int timeout) { return ask_for_several(timeout); });
  const auto timeout = std::min<std::chrono::milliseconds::rep>(limit.count(), std::numeric_limits<int>::max());
  for (;;) {
    if (stopped_.load(std::memory_order_acquire)) return nullptr;
    const Answer answer = ask_for_several(static_cast<int>(std::max<decltype(timeout)>(timeout, -1)));
    if (answer.what != Answer::What::nothing) return answer.waiter;
  }
}

Poller::Woken Poller::wait(std::chrono::milliseconds limit) {
  Waiter* const waiter = next_of_several(limit);
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

}  // namespace dimma::reactor
