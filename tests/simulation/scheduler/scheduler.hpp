#pragma once
// Runs a scenario once: its threads are fibers, and a strategy selects the one that runs next at each point.

#include "base/sync/simulation.hpp"
#include "simulation/scheduler/failure.hpp"
#include "simulation/scheduler/history.hpp"
#include "simulation/scheduler/simulated_thread.hpp"
#include "simulation/scheduler/timers.hpp"
#include "simulation/scheduler/trace.hpp"
#include "simulation/strategies/strategy.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dimma::simulation {

struct RunSettings {
  std::uint64_t steps_max = 100'000;
  // The longest time for which the clock may skip to the next deadline while a thread could run.
  std::chrono::nanoseconds patience = std::chrono::minutes(1);
  bool records_trace = false;
};

struct Outcome {
  std::optional<Failure> failure;
  std::uint64_t steps = 0;
  std::chrono::nanoseconds time{};  // simulated time that has passed
  std::vector<Choice> choices;      // the choices that were not ordinary
  std::vector<Event> trace;
  std::vector<std::string> names;  // the threads' names, by number
};

// The time at which each run begins.
inline constexpr Time first_time{std::chrono::hours(1000)};

// Not thread safe: one run at a time in a process. The objects of a failed run are not destroyed, since its threads do
// not come to an end.
class Scheduler {
 public:
  Scheduler(Strategy& strategy, const RunSettings& settings) : strategy_(strategy), settings_(settings) {}
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  Outcome run(const std::function<void()>& scenario);

  // The scheduler of the current run, or nullptr.
  static Scheduler* running() noexcept { return running_; }

  // The running thread.
  SimulatedThread& self() noexcept { return *self_; }
  // A point at which other threads may run. Returns when this thread continues.
  void pass(Event event);
  // The same for an operation that has to wait first, until the wait is over or its deadline has passed.
  void pass_after(const Wait& wait, Event event);
  void yield(Place place);
  // Ends the run. Does not return.
  [[noreturn]] void fail(FailureKind kind, std::string text);
  // Returns the option that the strategy chooses. The first `ordinary` options count as ordinary.
  std::uint32_t ask(ChoiceKind kind, std::span<const std::uint32_t> options, std::size_t ordinary = 1,
                    bool yields = false);

  std::uint32_t start(std::function<void()> body, Place place);
  SimulatedThread& thread(std::uint32_t number) noexcept { return *threads_[number]; }
  const std::vector<std::unique_ptr<SimulatedThread>>& threads() const noexcept { return threads_; }

  // True if the run uses the object for the first time; the object then gets a number among those of its kind.
  bool meets(Tracked& object, ObjectKind kind);
  History& history(std::uint32_t number);
  LockRecord& lock(std::uint32_t number);
  Notifications& notifications(ObjectKind kind, std::uint32_t number) { return notifications_[{kind, number}]; }
  Fences& fences() noexcept { return fences_; }
  View& system_view() noexcept { return system_; }
  Timers& timers() noexcept { return timers_; }

  Time& clock() noexcept { return now_; }
  void trace(const Event& event);
  // Adds to the last event of the trace.
  void show(std::uint64_t value, std::uint64_t age) noexcept;

 private:
  static void enter() noexcept;
  void begin_step();
  void count_step();
  void go_on(bool yields);
  SimulatedThread* ask_for_next(bool yields);
  bool can_go_on(const SimulatedThread& thread) const;
  Time next_deadline() const;
  bool have_all_ended() const;
  void let_time_pass_until(Time time) noexcept;
  [[noreturn]] void end_thread();
  [[noreturn]] void leave();
  void note_end();
  std::size_t free_place();
  std::unique_ptr<SimulatedThread> make_thread(std::function<void()> body);

  static Scheduler* running_;

  Strategy& strategy_;
  const RunSettings settings_;
  Outcome outcome_;
  Fiber outside_;
  std::vector<std::unique_ptr<SimulatedThread>> threads_;
  SimulatedThread* self_ = nullptr;
  std::vector<std::uint32_t> options_;
  std::uint32_t run_ = 0;
  std::array<std::uint32_t, 8> met_{};                       // objects by kind
  std::array<std::uint32_t, threads_max> steps_at_place_{};  // steps of the threads that have ended there
  std::vector<std::unique_ptr<History>> histories_;
  std::vector<std::unique_ptr<LockRecord>> locks_;
  std::map<std::pair<ObjectKind, std::uint32_t>, Notifications> notifications_;
  Fences fences_;
  View system_;  // passed on by system calls
  Timers timers_;
  Time now_ = first_time;
};

}  // namespace dimma::simulation
