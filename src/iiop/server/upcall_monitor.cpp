#include "iiop/server/upcall_monitor.hpp"

#include "iiop/server/server_connection.hpp"
#include "iiop/server/server_core.hpp"

namespace dimma::iiop {

UpcallMonitor::UpcallMonitor(ServerCore& core) : core_(core), timer_(core.workers->loop(), [this] { tick(); }) {}

void UpcallMonitor::begin_serving() noexcept {
  if (watches_upcalls()) begin();
}

void UpcallMonitor::end_serving() noexcept {
  if (watches_upcalls()) active_.fetch_sub(1);
}

// Without threads there is nobody to give a connection to. An application that serves the loop by several is given it
// before each upcall.
bool UpcallMonitor::watches_upcalls() const noexcept {
  return sync::has_threads && !core_.workers->is_run_by_application();
}

void UpcallMonitor::begin() noexcept {
  if (active_.fetch_add(1) == 0) timer_.repeat(interval);
}

void UpcallMonitor::tick() noexcept {
  const auto tick = core_.tick.fetch_add(1, std::memory_order_relaxed) + 1;
  core_.for_each([tick](ServerConnection& connection) { connection.check(tick); });
  if (active_.load() != 0) return;
  timer_.repeat(std::chrono::milliseconds(0));
  if (active_.load() != 0) timer_.repeat(interval);
}

}  // namespace dimma::iiop
