// The atomics of base/sync/simulation.hpp.

#include "simulation/scheduler/notifying.hpp"
#include "simulation/scheduler/scheduler.hpp"

#include <array>
#include <utility>

namespace dimma::simulation {

namespace {

constexpr std::size_t back(std::size_t slot, std::uint64_t by) noexcept {
  return (slot + remembered_values - by % remembered_values) % remembered_values;
}

// An atomic that the run has not used before starts with its current value.
History& history_of(Location& location, Scheduler& scheduler) {
  const bool is_new = scheduler.meets(location.tracked, ObjectKind::atomic);
  History& history = scheduler.history(location.tracked.number);
  if (is_new) history.begin();
  return history;
}

History& pass_to(Location& location, const char* operation, Place place, Scheduler& scheduler) {
  History& history = history_of(location, scheduler);
  scheduler.pass(
      {.operation = operation, .object = ObjectKind::atomic, .number = location.tracked.number, .place = place});
  return history;
}

std::uint64_t last_age = 0;  // the age of the value that was loaded last

std::uint32_t age_of_value(const History& history, std::memory_order order, Scheduler& scheduler) {
  const std::uint64_t oldest = history.oldest_for(scheduler.self().memory, order, scheduler.fences());
  if (oldest == history.newest()) return 0;
  std::array<std::uint32_t, remembered_values> ages{};
  const auto count = static_cast<std::size_t>(history.newest() - oldest + 1);
  for (std::size_t age = 0; age != count; ++age) ages[age] = static_cast<std::uint32_t>(age);
  return scheduler.ask(ChoiceKind::value, std::span(ages).first(count));
}

}  // namespace

std::size_t load(Location& location, std::memory_order order, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return location.newest;
  History& history = pass_to(location, "load", place, *scheduler);
  const std::uint32_t age = age_of_value(history, order, *scheduler);
  SimulatedThread& self = scheduler->self();
  history.load(history.newest() - age, self.memory, self.step(), order, scheduler->fences());
  last_age = age;
  return back(location.newest, age);
}

std::size_t begin_change(Location& location, const char* operation, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler != nullptr) pass_to(location, operation, place, *scheduler);
  return location.newest;
}

std::size_t end_change(Location& location, std::memory_order order) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return location.newest;
  History& history = scheduler->history(location.tracked.number);
  SimulatedThread& self = scheduler->self();
  history.load(history.newest(), self.memory, self.step(), order, scheduler->fences());
  history.store(self.memory, self.step(), order, true, scheduler->fences());
  location.newest = static_cast<std::uint32_t>((location.newest + 1) % remembered_values);
  return location.newest;
}

void refuse_change(Location& location, std::memory_order order) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  History& history = scheduler->history(location.tracked.number);
  SimulatedThread& self = scheduler->self();
  history.load(history.newest(), self.memory, self.step(), order, scheduler->fences());
}

bool fails_spuriously() noexcept {
  Scheduler* const scheduler = Scheduler::running();
  return scheduler != nullptr && scheduler->ask(ChoiceKind::spurious, std::array{0U, 1U}) == 1;
}

std::size_t store(Location& location, std::memory_order order, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return location.newest;
  History& history = pass_to(location, "store", place, *scheduler);
  SimulatedThread& self = scheduler->self();
  history.store(self.memory, self.step(), order, false, scheduler->fences());
  location.newest = static_cast<std::uint32_t>((location.newest + 1) % remembered_values);
  return location.newest;
}

void fence(std::memory_order order, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  scheduler->pass({.operation = "fence", .place = place});
  pass_fence(scheduler->self().memory, order, scheduler->fences());
}

void await_notification(Location& location, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  scheduler->self().is_notified = false;
  scheduler->pass_after(
      {.what = Wait::For::notification,
       .object = ObjectKind::atomic,
       .number = location.tracked.number,
       .place = place},
      {.operation = "woken by", .object = ObjectKind::atomic, .number = location.tracked.number, .place = place});
}

void notify(Location& location, bool all, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  pass_to(location, all ? "notify_all" : "notify_one", place, *scheduler);
  wake(*scheduler, ObjectKind::atomic, location.tracked.number, all, place);
}

void show(std::uint64_t value) noexcept {
  const std::uint64_t age = std::exchange(last_age, 0);
  if (Scheduler* const scheduler = Scheduler::running()) scheduler->show(value, age);
}

}  // namespace dimma::simulation
