#include "iiop/server/upcall_monitor.hpp"

#include "iiop/server/server_connection.hpp"
#include "iiop/server/server_core.hpp"

#include <cerrno>
#include <system_error>

#include <sys/timerfd.h>
#include <unistd.h>

namespace dimma::iiop {

UpcallMonitor::UpcallMonitor(ServerCore& core)
    : core_(core), timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {
  if (timer_ < 0) throw std::system_error(errno, std::generic_category(), "timerfd_create");
  core_.workers->poller().add(timer_, *this);
  core_.workers->poller().arm(timer_, *this);
}

UpcallMonitor::~UpcallMonitor() {
  core_.workers->poller().remove(timer_);
  ::close(timer_);
}

void UpcallMonitor::set_timer(std::chrono::milliseconds period) noexcept {
  const timespec step{0, period.count() * 1'000'000};
  const itimerspec setting{step, step};
  ::timerfd_settime(timer_, 0, &setting, nullptr);
}

void UpcallMonitor::begin_serving() noexcept {
  if (sync::has_threads) begin();  // otherwise there is nobody to give a connection to
}

void UpcallMonitor::end_serving() noexcept {
  if (sync::has_threads) active_.fetch_sub(1);
}

void UpcallMonitor::begin() noexcept {
  if (active_.fetch_add(1) == 0) set_timer(interval);
}

void UpcallMonitor::readable() noexcept {
  std::uint64_t expirations = 0;
  // Nothing read means that the timer was set anew meanwhile; the next tick comes.
  if (::read(timer_, &expirations, sizeof expirations) == sizeof expirations) {
    const auto tick = core_.tick.fetch_add(1, std::memory_order_relaxed) + 1;
    core_.for_each([tick](ServerConnection& connection) { connection.check(tick); });
    if (active_.load() == 0) {
      set_timer(std::chrono::milliseconds(0));
      if (active_.load() != 0) set_timer(interval);
    }
  }
  core_.workers->poller().arm(timer_, *this);
}

}  // namespace dimma::iiop
