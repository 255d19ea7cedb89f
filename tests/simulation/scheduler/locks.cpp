// The locks and conditions of base/sync/simulation.hpp.

#include "simulation/scheduler/notifying.hpp"
#include "simulation/scheduler/scheduler.hpp"

#include <array>

namespace dimma::simulation {

namespace {

LockRecord& record_of(LockState& state, Scheduler& scheduler) {
  const bool is_new = scheduler.meets(state.tracked, ObjectKind::lock);
  LockRecord& record = scheduler.lock(state.tracked.number);
  if (is_new) {
    state.owner = 0;
    state.again = 0;
    state.sharers = 0;
    record = {};
  }
  return record;
}

Event event_of(const char* operation, const LockState& state, Place place) {
  return {.operation = operation, .object = ObjectKind::lock, .number = state.tracked.number, .place = place};
}

void take(LockState& state, LockKind kind, Place place, Scheduler& scheduler) {
  LockRecord& record = scheduler.lock(state.tracked.number);
  SimulatedThread& self = scheduler.self();
  if (kind == LockKind::shared) {
    ++state.sharers;
  } else if (state.owner == self.number + 1) {
    ++state.again;
    return;
  } else {
    state.owner = self.number + 1;
    record.taken_at = place;
  }
  self.memory.view.join(record.released);
}

std::uint32_t condition_number(ConditionState& state, Scheduler& scheduler) {
  scheduler.meets(state.tracked, ObjectKind::condition);
  return state.tracked.number;
}

}  // namespace

void lock(LockState& state, LockKind kind, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  record_of(state, *scheduler);
  scheduler->pass_after({.what = Wait::For::lock,
                         .object = ObjectKind::lock,
                         .number = state.tracked.number,
                         .lock = &state,
                         .lock_kind = kind,
                         .place = place},
                        event_of(kind == LockKind::shared ? "share" : "take", state, place));
  take(state, kind, place, *scheduler);
}

bool try_lock(LockState& state, LockKind kind, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return true;
  record_of(state, *scheduler);
  scheduler->pass(event_of("try to take", state, place));
  const bool is_mine_already = kind == LockKind::recursive && is_mine(state);
  const bool is_free = state.owner == 0 && (kind == LockKind::shared || state.sharers == 0);
  if (!is_mine_already && !is_free) return false;
  take(state, kind, place, *scheduler);
  return true;
}

void unlock(LockState& state, LockKind kind, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  LockRecord& record = record_of(state, *scheduler);
  scheduler->pass(event_of("release", state, place));
  if (kind == LockKind::shared) {
    if (state.sharers == 0) scheduler->fail(FailureKind::assertion, "a lock is unlocked that nobody shares");
    --state.sharers;
    record.released.join(scheduler->self().memory.view);
    return;
  }
  if (!is_mine(state)) {
    scheduler->fail(FailureKind::assertion, scheduler->self().name + " unlocks at " + text_of(place) + " lock " +
                                                std::to_string(state.tracked.number) + ", which it has not taken");
  }
  if (state.again != 0) {
    --state.again;
    return;
  }
  state.owner = 0;
  record.released = scheduler->self().memory.view;
}

bool is_mine(const LockState& state) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  return scheduler == nullptr || state.owner == scheduler->self().number + 1;
}

void begin_wait(ConditionState& state, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  const std::uint32_t number = condition_number(state, *scheduler);
  scheduler->pass({.operation = "wait for", .object = ObjectKind::condition, .number = number, .place = place});
  scheduler->self().condition = number;
  scheduler->self().is_notified = false;
}

bool end_wait(ConditionState& state, Time deadline, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return false;
  SimulatedThread& self = scheduler->self();
  const bool ends_early = !self.is_notified && scheduler->ask(ChoiceKind::spurious, std::array{0U, 1U}) == 1;
  if (!ends_early) {
    const std::uint32_t number = state.tracked.number;
    scheduler->pass_after({.what = Wait::For::notification,
                           .object = ObjectKind::condition,
                           .number = number,
                           .deadline = deadline,
                           .place = place},
                          {.operation = "woken by", .object = ObjectKind::condition, .number = number, .place = place});
  }
  self.condition = 0;
  return ends_early || self.is_notified;
}

void notify(ConditionState& state, bool all, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  const std::uint32_t number = condition_number(state, *scheduler);
  scheduler->pass({.operation = all ? "notify_all" : "notify_one",
                   .object = ObjectKind::condition,
                   .number = number,
                   .place = place});
  wake(*scheduler, ObjectKind::condition, number, all, place);
}

}  // namespace dimma::simulation
