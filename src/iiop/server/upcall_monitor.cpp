#include "iiop/server/upcall_monitor.hpp"

#include "base/sync/count_down.hpp"
#include "iiop/server/server_connection.hpp"
#include "iiop/server/server_core.hpp"

namespace dimma::iiop {

UpcallMonitor::UpcallMonitor(ServerCore& core) : core_(core), timer_(core.workers->loop(), [this] { tick(); }) {}

void UpcallMonitor::begin_serving() noexcept {
  if (sync::has_threads) begin();  // otherwise there is nobody to give a connection to
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

void UpcallMonitor::tick() noexcept {
  const auto tick = core_.tick.fetch_add(1, std::memory_order_relaxed) + 1;
  // Few of ten thousand connections are served at a time; looking at all would keep their threads waiting.
  core_.for_each_served([tick](ServerConnection& connection) { connection.check_upcall(tick); });
  if (sending_.load() != 0) core_.for_each([](ServerConnection& connection) { connection.check_replies(); });
  // While requests keep coming the timer goes on, rather than being set for each.
  if (has_begun_.exchange(false) || active_.load() != 0) return;
  timer_.repeat(std::chrono::milliseconds(0));
  ticks_.store(false);
  if (active_.load() != 0 && !ticks_.exchange(true)) timer_.repeat(interval);
}

}  // namespace dimma::iiop
