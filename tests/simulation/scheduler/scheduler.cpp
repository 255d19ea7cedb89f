#include "simulation/scheduler/scheduler.hpp"

#include "simulation/scheduler/waiting.hpp"

#include <algorithm>
#include <exception>
#include <system_error>

namespace dimma::simulation {

Scheduler* Scheduler::running_ = nullptr;

namespace {
std::uint32_t last_run = 0;
}  // namespace

Outcome Scheduler::run(const std::function<void()>& scenario) {
  run_ = ++last_run;
  running_ = this;
  threads_.push_back(make_thread(scenario));
  threads_.front()->name = "main";
  self_ = threads_.front().get();
  outside_.switch_to(*self_->fiber);
  running_ = nullptr;
  outcome_.time = now_ - first_time;
  for (const auto& thread : threads_) outcome_.names.push_back(thread->name);
  return std::move(outcome_);
}

std::unique_ptr<SimulatedThread> Scheduler::make_thread(std::function<void()> body) {
  auto made = std::make_unique<SimulatedThread>();
  made->number = static_cast<std::uint32_t>(threads_.size());
  made->place = free_place();
  made->name = "thread " + std::to_string(made->number);
  made->body = std::move(body);
  made->fiber = std::make_unique<Fiber>(&Scheduler::enter);
  if (self_ != nullptr) made->memory.view = self_->memory.view;
  made->memory.view.before[made->place] = steps_at_place_[made->place];
  made->memory.view.seen[made->place] = steps_at_place_[made->place];
  return made;
}

// The place of a thread that has ended after being joined or detached is free for another thread.
std::size_t Scheduler::free_place() {
  std::array<bool, threads_max> is_taken{};
  for (const auto& thread : threads_) {
    if (thread->state != SimulatedThread::State::ended || !thread->is_on_its_own) {
      is_taken[thread->place] = true;
    } else {
      thread->fiber.reset();
    }
  }
  const auto free = std::ranges::find(is_taken, false);
  if (free == is_taken.end()) {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again),
                            "the simulation has no further thread");
  }
  return static_cast<std::size_t>(free - is_taken.begin());
}

std::uint32_t Scheduler::start(std::function<void()> body, Place place) {
  pass({.operation = "start",
        .object = ObjectKind::thread,
        .number = static_cast<std::uint32_t>(threads_.size()),
        .place = place});
  threads_.push_back(make_thread(std::move(body)));
  return threads_.back()->number;
}

void Scheduler::enter() noexcept {
  SimulatedThread& self = *running_->self_;
  try {
    std::exchange(self.body, nullptr)();
  } catch (const std::exception& thrown) {
    running_->fail(FailureKind::thrown, thrown.what());
  }
  self.fiber->storage().end();
  running_->end_thread();
}

void Scheduler::end_thread() {
  begin_step();
  steps_at_place_[self_->place] = self_->memory.view.before[self_->place];
  self_->state = SimulatedThread::State::ended;
  trace({.operation = "end", .place = {}});
  go_on(false);
  std::terminate();  // not reached: a thread that has ended does not run again
}

void Scheduler::fail(FailureKind kind, std::string text) {
  outcome_.failure = Failure{kind, std::move(text)};
  leave();
}

void Scheduler::leave() {
  self_->fiber->switch_to(outside_);
  std::terminate();  // not reached: nothing switches back to a run that has ended
}

void Scheduler::begin_step() {
  ++self_->steps;
  self_->ordinal = 0;
  ++self_->memory.view.before[self_->place];
  ++self_->memory.view.seen[self_->place];
  count_step();
}

void Scheduler::count_step() {
  if (++outcome_.steps <= settings_.steps_max) return;
  const std::string waits = why_all_wait(*this).text;
  fail(FailureKind::livelock, "the run has not come to an end after " + std::to_string(settings_.steps_max) +
                                  " steps; the last is of " + self_->name + (waits.empty() ? "" : '\n' + waits));
}

void Scheduler::pass(Event event) {
  begin_step();
  go_on(false);
  trace(event);
}

void Scheduler::pass_after(const Wait& wait, Event event) {
  begin_step();
  self_->wait = wait;
  self_->state = SimulatedThread::State::waiting;
  go_on(false);
  self_->state = SimulatedThread::State::ready;
  trace(event);
}

void Scheduler::yield(Place place) {
  begin_step();
  go_on(true);
  trace({.operation = "yield", .place = place});
}

void Scheduler::go_on(bool yields) {
  SimulatedThread* next = nullptr;
  while (next == nullptr) next = ask_for_next(yields);
  if (next == self_) return;
  SimulatedThread& before = *std::exchange(self_, next);
  before.fiber->switch_to(*next->fiber);
}

bool Scheduler::can_go_on(const SimulatedThread& thread) const {
  switch (thread.state) {
    case SimulatedThread::State::ready:
      return true;
    case SimulatedThread::State::ended:
      return false;
    case SimulatedThread::State::waiting:
      return thread.wait.deadline <= now_ || is_over(thread.wait, thread, *this);
  }
  return false;
}

// Returns nullptr if time has passed instead, after which other threads may be able to run.
SimulatedThread* Scheduler::ask_for_next(bool yields) {
  timers_.expire(now_);
  options_.clear();
  const bool goes_on = can_go_on(*self_);
  if (goes_on && !yields) options_.push_back(self_->number);
  for (std::size_t other = 1; other != threads_.size(); ++other) {
    const SimulatedThread& thread = *threads_[(self_->number + other) % threads_.size()];
    if (can_go_on(thread)) options_.push_back(thread.number);
  }
  if (goes_on && yields) options_.push_back(self_->number);
  const Time deadline = next_deadline();
  if (options_.empty() && (deadline == never || have_all_ended())) note_end();
  const std::size_t ordinary = goes_on ? 1 : std::max<std::size_t>(options_.size(), 1);
  if (options_.empty() || deadline - now_ <= settings_.patience) options_.push_back(time_passes);
  const std::uint32_t chosen =
      options_.size() == 1 ? options_.front() : ask(ChoiceKind::thread, options_, ordinary, yields);
  if (chosen != time_passes) return threads_[chosen].get();
  count_step();  // a timer may be set again and again although no thread can continue
  let_time_pass_until(deadline);
  return nullptr;
}

// Returns the earliest deadline of the waiting threads and of the timers, or `never`.
Time Scheduler::next_deadline() const {
  Time next = timers_.next();
  for (const auto& thread : threads_) {
    if (thread->state == SimulatedThread::State::waiting && !can_go_on(*thread)) {
      next = std::min(next, thread->wait.deadline);
    }
  }
  return next;
}

// Afterwards no thread loads a value that was replaced before.
void Scheduler::let_time_pass_until(Time time) noexcept {
  now_ = time;
  VectorClock all;
  for (const auto& thread : threads_) all.join(thread->memory.view.seen);
  for (const auto& thread : threads_) thread->memory.view.seen.join(all);
}

bool Scheduler::have_all_ended() const {
  return std::ranges::all_of(threads_,
                             [](const auto& thread) { return thread->state == SimulatedThread::State::ended; });
}

// Called when no thread can go on.
void Scheduler::note_end() {
  if (have_all_ended()) leave();
  Failure failure = why_all_wait(*this);
  fail(failure.kind, std::move(failure.text));
}

std::uint32_t Scheduler::ask(ChoiceKind kind, std::span<const std::uint32_t> options, std::size_t ordinary,
                             bool yields) {
  const ChoicePlace place{self_->number, self_->steps, self_->ordinal++, kind};
  const std::size_t chosen = strategy_.choose({place, options, ordinary, yields});
  if (chosen != 0) outcome_.choices.push_back({place, options[chosen]});
  return options[chosen];
}

bool Scheduler::meets(Tracked& object, ObjectKind kind) {
  if (object.run == run_) return false;
  object = {run_, ++met_[static_cast<std::size_t>(kind)]};
  return true;
}

History& Scheduler::history(std::uint32_t number) {
  while (histories_.size() <= number) histories_.push_back(std::make_unique<History>());
  return *histories_[number];
}

LockRecord& Scheduler::lock(std::uint32_t number) {
  while (locks_.size() <= number) locks_.push_back(std::make_unique<LockRecord>());
  return *locks_[number];
}

void Scheduler::trace(const Event& event) {
  if (!settings_.records_trace) return;
  Event& added = outcome_.trace.emplace_back(event);
  added.thread = self_->number;
  added.step = self_->steps;
}

void Scheduler::show(std::uint64_t value, std::uint64_t age) noexcept {
  if (!settings_.records_trace || outcome_.trace.empty()) return;
  outcome_.trace.back().has_value = true;
  outcome_.trace.back().value = value;
  outcome_.trace.back().age = age;
}

}  // namespace dimma::simulation
