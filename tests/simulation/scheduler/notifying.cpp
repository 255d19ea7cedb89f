#include "simulation/scheduler/notifying.hpp"

namespace dimma::simulation {

namespace {

// A thread counts as waiting for a condition even before it has released its lock.
bool waits_for(const SimulatedThread& thread, ObjectKind kind, std::uint32_t number) noexcept {
  if (thread.is_notified) return false;
  if (kind == ObjectKind::condition) return thread.condition == number;
  return thread.state == SimulatedThread::State::waiting && thread.wait.what == Wait::For::notification &&
         thread.wait.object == kind && thread.wait.number == number;
}

}  // namespace

void wake(Scheduler& scheduler, ObjectKind kind, std::uint32_t number, bool all, Place place) {
  std::vector<std::uint32_t> waiters;
  for (const auto& thread : scheduler.threads()) {
    if (waits_for(*thread, kind, number)) waiters.push_back(thread->number);
  }
  if (waiters.empty()) {
    Notifications& missed = scheduler.notifications(kind, number);
    ++missed.unheard;
    missed.last_unheard_at = place;
    return;
  }
  if (!all && waiters.size() > 1) waiters = {scheduler.ask(ChoiceKind::waiter, waiters, waiters.size())};
  for (const std::uint32_t waiter : waiters) scheduler.thread(waiter).is_notified = true;
}

}  // namespace dimma::simulation
