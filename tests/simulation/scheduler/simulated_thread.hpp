#pragma once
// The scheduler's record of a thread, and of the object that it waits for.

#include "base/sync/simulation.hpp"
#include "simulation/scheduler/fiber.hpp"
#include "simulation/scheduler/history.hpp"
#include "simulation/scheduler/trace.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace dimma::simulation {

struct Wait {
  enum class For : std::uint8_t { nothing, lock, notification, join, time, descriptor };
  For what = For::nothing;
  ObjectKind object = ObjectKind::none;
  std::uint32_t number = 0;  // the object's number
  LockState* lock = nullptr;
  LockKind lock_kind = LockKind::exclusive;
  int descriptor = -1;
  short events = 0;  // as in poll(2)
  Time deadline = never;
  Place place;
};

struct LockRecord {
  View released;
  Place taken_at;
};

// The notifications of a condition or an atomic that were made while no thread waited.
struct Notifications {
  std::uint32_t unheard = 0;
  Place last_unheard_at;
};

struct SimulatedThread {
  enum class State : std::uint8_t { ready, waiting, ended };

  std::uint32_t number = 0;
  std::size_t place = 0;  // in vector clocks
  std::string name;
  std::function<void()> body;
  std::unique_ptr<Fiber> fiber;
  Memory memory;
  State state = State::ready;
  Wait wait;
  std::uint32_t condition = 0;  // the number of the condition that the thread waits for; 0: none
  bool is_notified = false;
  bool is_on_its_own = false;  // joined or detached
  std::uint32_t steps = 0;
  std::uint32_t ordinal = 0;  // the next choice's number within the step

  Step step() const noexcept { return {place, memory.view.before[place]}; }
};

}  // namespace dimma::simulation
