#include "iiop/server/core/upcall_monitor.hpp"

#include "base/sync/count_down.hpp"
#include "iiop/server/core/served_connection.hpp"

namespace dimma::iiop {

UpcallMonitor::UpcallMonitor(execution::WorkerPool& workers, Servings& servings, ConnectionList& connections,
                             sync::Atomic<std::uint32_t>& tick)
    : servings_(servings), connections_(connections), tick_(tick), timer_(workers.loop(), [this] { look(); }) {}

void UpcallMonitor::begin_serving() noexcept {
  if (sync::has_threads) begin();  // otherwise no other thread could take over
}

void UpcallMonitor::end_serving() noexcept {
  if (!sync::has_threads) return;
  sync::count_down(active_);
}

void UpcallMonitor::begin_sending() noexcept {
  sending_.fetch_add(1);
  begin();
}

void UpcallMonitor::end_sending() noexcept {
  sync::count_down(sending_);
  sync::count_down(active_);
}

void UpcallMonitor::begin() noexcept {
  if (active_.fetch_add(1) != 0) return;
  has_begun_.store(true, std::memory_order_relaxed);
  if (!ticks_.exchange(true)) timer_.repeat(interval);
}

void UpcallMonitor::look() noexcept {
  const auto tick = tick_.fetch_add(1, std::memory_order_relaxed) + 1;
  // Only a few of ten thousand connections are served at a time. Checking all of them would hold up their threads.
  servings_.for_each_watched([tick](ServedConnection& connection) { connection.check_upcall(tick); });
  if (sending_.load() != 0) connections_.for_each([](ServedConnection& connection) { connection.check_replies(); });
  // While requests keep coming, the timer goes on, so that it need not be set for each request.
  if (has_begun_.exchange(false) || active_.load() != 0) return;
  timer_.repeat(std::chrono::milliseconds(0));
  ticks_.store(false);
  if (active_.load() != 0 && !ticks_.exchange(true)) timer_.repeat(interval);
}

}  // namespace dimma::iiop
