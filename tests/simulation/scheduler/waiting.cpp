#include "simulation/scheduler/waiting.hpp"

#include "simulation/scheduler/scheduler.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dimma::simulation {

namespace {

bool is_free(const LockState& state, LockKind kind, const SimulatedThread& thread) noexcept {
  if (kind == LockKind::recursive && state.owner == thread.number + 1) return true;
  return state.owner == 0 && (kind == LockKind::shared || state.sharers == 0);
}

bool is_ready(int descriptor, short events) noexcept {
  pollfd asked{descriptor, events, 0};
  const timespec at_once{};
  return ::syscall(SYS_ppoll, &asked, 1, &at_once, nullptr, 0) > 0;
}

// The thread that holds the lock for which this one waits, or nullptr.
const SimulatedThread* holder(const SimulatedThread& thread, const Scheduler& scheduler) {
  if (thread.state != SimulatedThread::State::waiting || thread.wait.what != Wait::For::lock) return nullptr;
  const std::uint32_t owner = thread.wait.lock->owner;
  return owner != 0 ? scheduler.threads()[owner - 1].get() : nullptr;
}

bool is_in_circle(const SimulatedThread& thread, const Scheduler& scheduler) {
  const SimulatedThread* at = &thread;
  for (std::size_t steps = 0; at != nullptr && steps != scheduler.threads().size(); ++steps) {
    at = holder(*at, scheduler);
    if (at == &thread) return true;
  }
  return false;
}

std::string wait_text(const SimulatedThread& thread, Scheduler& scheduler) {
  const Wait& wait = thread.wait;
  std::string text = thread.name + " waits at " + text_of(wait.place) + " for ";
  text += std::string(text_of(wait.object)) + ' ' + std::to_string(wait.number);
  if (const auto* const by = holder(thread, scheduler)) {
    text += ", which " + by->name + " has taken at " + text_of(scheduler.lock(wait.number).taken_at);
  }
  if (wait.what == Wait::For::notification) {
    const Notifications& past = scheduler.notifications(wait.object, wait.number);
    if (past.unheard != 0) {
      text += ", which was notified while no thread waited, last at " + text_of(past.last_unheard_at);
    }
  }
  return text;
}

bool has_missed_one(const SimulatedThread& thread, Scheduler& scheduler) {
  return thread.wait.what == Wait::For::notification &&
         scheduler.notifications(thread.wait.object, thread.wait.number).unheard != 0;
}

}  // namespace

bool is_over(const Wait& wait, const SimulatedThread& of, const Scheduler& scheduler) {
  switch (wait.what) {
    case Wait::For::nothing:
      return true;
    case Wait::For::lock:
      return is_free(*wait.lock, wait.lock_kind, of);
    case Wait::For::notification:
      return of.is_notified;
    case Wait::For::join:
      return scheduler.threads()[wait.number]->state == SimulatedThread::State::ended;
    case Wait::For::time:
      return false;
    case Wait::For::descriptor:
      return is_ready(wait.descriptor, wait.events);
  }
  return false;
}

Failure why_all_wait(Scheduler& scheduler) {
  Failure why{FailureKind::waits_for_ever, {}};
  for (const auto& thread : scheduler.threads()) {
    if (thread->state != SimulatedThread::State::waiting) continue;
    if (!why.text.empty()) why.text += '\n';
    why.text += wait_text(*thread, scheduler);
    if (is_in_circle(*thread, scheduler)) {
      why.kind = FailureKind::deadlock;
    } else if (why.kind != FailureKind::deadlock && has_missed_one(*thread, scheduler)) {
      why.kind = FailureKind::lost_wakeup;
    }
  }
  return why;
}

const char* text_of(FailureKind kind) noexcept {
  switch (kind) {
    case FailureKind::deadlock:
      return "deadlock";
    case FailureKind::lost_wakeup:
      return "lost wake-up";
    case FailureKind::waits_for_ever:
      return "wait for ever";
    case FailureKind::livelock:
      return "no end";
    case FailureKind::data_race:
      return "data race";
    case FailureKind::failed_check:
      return "failed check";
    case FailureKind::assertion:
      return "failed assertion";
    case FailureKind::thrown:
      return "exception";
  }
  return "";
}

}  // namespace dimma::simulation
