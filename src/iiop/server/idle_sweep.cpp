#include "iiop/server/idle_sweep.hpp"

#include "iiop/resources/options.hpp"
#include "iiop/server/server_connection.hpp"
#include "iiop/server/server_core.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <sys/timerfd.h>
#include <unistd.h>

namespace dimma::iiop {

namespace {
// Memory that was not used for two rounds of this is released.
constexpr std::chrono::milliseconds aging_round{5'000};
}  // namespace

IdleSweep::IdleSweep(ServerCore& core, std::chrono::milliseconds limit)
    : core_(core), limit_(limit), timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {
  if (!timer_) throw std::system_error(errno, std::generic_category(), "timerfd_create");
  core_.workers->poller().add(timer_.get(), *this);
  core_.workers->poller().arm(timer_.get(), *this);
}

IdleSweep::~IdleSweep() { core_.workers->poller().remove(timer_.get()); }

void IdleSweep::set_timer(std::chrono::milliseconds in) noexcept {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(in);
  const itimerspec setting{{}, {seconds.count(), (in - seconds).count() * 1'000'000}};
  ::timerfd_settime(timer_.get(), 0, &setting, nullptr);
}

void IdleSweep::begin() noexcept {
  if (limit_.count() == 0 || running_.exchange(true)) return;
  last_asked_.store(coarse_now().count(), std::memory_order_relaxed);
  if (!aging_.load()) set_timer(limit_);
}

void IdleSweep::begin_to_age() noexcept {
  if (aging_.exchange(true)) return;
  set_timer(std::min(aging_round, until_asking()));
}

// The time left, or more than an aging round if there is none to be asked.
std::chrono::milliseconds IdleSweep::until_asking() const noexcept {
  if (!running_.load()) return 2 * aging_round;
  const std::chrono::nanoseconds last(last_asked_.load(std::memory_order_relaxed));
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(last + limit_ - coarse_now());
  return std::max(left, std::chrono::milliseconds(1));
}

void IdleSweep::ask_connections() {
  running_.store(false);
  const auto connections = core_.connections();
  for (const auto& connection : connections) {
    if (connection->close_if_idle()) closed_.fetch_add(1, std::memory_order_relaxed);
  }
  if (core_.keeps_memory()) aging_.store(true);
  if (connections.empty()) return;
  last_asked_.store(coarse_now().count(), std::memory_order_relaxed);
  running_.store(true);
}

void IdleSweep::readable() noexcept {
  const WorkerPool::Busy busy(*core_.workers);
  std::uint64_t expirations = 0;
  if (::read(timer_.get(), &expirations, sizeof expirations) == sizeof expirations) {
    // The coarse clock lags behind the timer by a tick.
    constexpr std::chrono::milliseconds tick{10};
    try {
      if (running_.load() && until_asking() <= tick) ask_connections();
      if (aging_.load()) aging_.store(core_.age());
    } catch (const std::exception&) {
      running_.store(limit_.count() != 0);  // no memory for the list: another time
    }
    if (running_.load() || aging_.load()) {
      set_timer(std::min(aging_.load() ? aging_round : std::chrono::milliseconds::max(), until_asking()));
    }
  }
  core_.workers->poller().arm(timer_.get(), *this);
}

}  // namespace dimma::iiop
