#include "iiop/server/core/idle_sweep.hpp"

#include "iiop/resources/options.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {
// Memory that was not used for two of these rounds is released.
constexpr std::chrono::milliseconds aging_round{5'000};
}  // namespace

IdleSweep::IdleSweep(execution::WorkerPool& workers, ConnectionList& connections, LongMemory& memory,
                     std::chrono::milliseconds limit)
    : workers_(workers), connections_(connections), memory_(memory), limit_(limit), timer_(workers.loop(), [this] {
        look();
      }) {}

void IdleSweep::begin() noexcept {
  if (limit_.count() == 0 || running_.exchange(true)) return;
  last_asked_.store(coarse_now().count(), std::memory_order_relaxed);
  if (!aging_.load()) timer_.set(limit_);
}

void IdleSweep::begin_to_age() noexcept {
  if (aging_.exchange(true)) return;
  timer_.set(std::min(aging_round, until_asking()));
}

// Returns the time until connections are checked next, or more than an aging round if there are none to check.
std::chrono::milliseconds IdleSweep::until_asking() const noexcept {
  if (!running_.load()) return 2 * aging_round;
  const std::chrono::nanoseconds last(last_asked_.load(std::memory_order_relaxed));
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(last + limit_ - coarse_now());
  return std::max(left, std::chrono::milliseconds(1));
}

void IdleSweep::ask_connections() {
  running_.store(false);
  const auto connections = connections_.all();
  for (const auto& connection : connections) {
    if (connection->close_if_idle()) closed_.fetch_add(1, std::memory_order_relaxed);
  }
  if (memory_.is_kept()) aging_.store(true);
  if (connections.empty()) return;
  last_asked_.store(coarse_now().count(), std::memory_order_relaxed);
  running_.store(true);
}

void IdleSweep::look() noexcept {
  const execution::WorkerPool::Busy busy(workers_);
  // The coarse clock may lag by a tick when the timer fires.
  constexpr std::chrono::milliseconds tick{10};
  try {
    if (running_.load() && until_asking() <= tick) ask_connections();
    // The flag is reset before memory is released, so that a thread that keeps memory after that restarts the aging.
    if (aging_.exchange(false) && memory_.age()) aging_.store(true);
  } catch (const std::exception&) {
    // No memory for the list: try again later.
    running_.store(limit_.count() != 0);
    if (memory_.is_kept()) aging_.store(true);
  }
  if (running_.load() || aging_.load()) {
    timer_.set(std::min(aging_.load() ? aging_round : std::chrono::milliseconds::max(), until_asking()));
  }
}

}  // namespace dimma::iiop
