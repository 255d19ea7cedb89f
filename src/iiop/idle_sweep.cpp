#include "iiop/idle_sweep.hpp"

#include "iiop/server_connection.hpp"
#include "iiop/server_core.hpp"

#include <cerrno>
#include <system_error>

#include <sys/timerfd.h>
#include <unistd.h>

namespace dimma::iiop {

IdleSweep::IdleSweep(ServerCore& core, std::chrono::milliseconds limit) : core_(core), limit_(limit) {
  if (limit_.count() == 0) return;
  timer_ = transport::Descriptor(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
  if (!timer_) throw std::system_error(errno, std::generic_category(), "timerfd_create");
  core_.workers->poller().add(timer_.get(), *this);
  core_.workers->poller().arm(timer_.get(), *this);
}

IdleSweep::~IdleSweep() {
  if (timer_) core_.workers->poller().remove(timer_.get());
}

void IdleSweep::set_timer(std::chrono::milliseconds in) noexcept {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(in);
  const itimerspec setting{{}, {seconds.count(), (in - seconds).count() * 1'000'000}};
  ::timerfd_settime(timer_.get(), 0, &setting, nullptr);
}

void IdleSweep::begin() noexcept {
  if (timer_ && !running_.exchange(true)) set_timer(limit_);
}

void IdleSweep::readable() noexcept {
  const WorkerPool::Busy busy(*core_.workers);
  std::uint64_t expirations = 0;
  if (::read(timer_.get(), &expirations, sizeof expirations) == sizeof expirations) {
    running_.store(false);
    try {
      const auto connections = core_.connections();
      for (const auto& connection : connections) {
        if (connection->close_if_idle()) closed_.fetch_add(1, std::memory_order_relaxed);
      }
      const bool keeps_memory = core_.age();
      if (!connections.empty() || keeps_memory) begin();
    } catch (const std::exception&) {
      begin();  // no memory for the list: another time
    }
  }
  core_.workers->poller().arm(timer_.get(), *this);
}

}  // namespace dimma::iiop
