#include "reactor/timer.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <sys/timerfd.h>
#include <unistd.h>

namespace dimma::reactor {

namespace {
timespec to_timespec(std::chrono::milliseconds time) noexcept {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return {static_cast<time_t>(seconds.count()), static_cast<long>((time - seconds).count() * 1'000'000)};
}
}  // namespace

Timer::Timer(EventLoop& loop, std::function<void()> due)
    : loop_(loop), due_(std::move(due)), timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {
  if (!timer_) throw std::system_error(errno, std::generic_category(), "timerfd_create");
  loop_.poller().add(timer_.get(), *this);
  loop_.poller().arm(timer_.get(), *this);
}

Timer::~Timer() { remove(); }

void Timer::remove() noexcept { loop_.poller().remove(timer_.get()); }

void Timer::set(std::chrono::milliseconds in) noexcept { set(in, {}); }
void Timer::repeat(std::chrono::milliseconds period) noexcept { set(period, period); }

void Timer::set(std::chrono::milliseconds in, std::chrono::milliseconds period) noexcept {
  const itimerspec setting{to_timespec(period), to_timespec(in)};
  ::timerfd_settime(timer_.get(), 0, &setting, nullptr);
}

void Timer::readable() noexcept {
  std::uint64_t expirations = 0;
  // If the timer was set again meanwhile, nothing is read, and it will expire later.
  if (::read(timer_.get(), &expirations, sizeof expirations) == sizeof expirations) due_();
  loop_.poller().arm(timer_.get(), *this);
}

}  // namespace dimma::reactor
