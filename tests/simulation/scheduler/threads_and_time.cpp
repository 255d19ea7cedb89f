// The threads and clocks of base/sync/simulation.hpp.

#include "simulation/scheduler/scheduler.hpp"

#include <system_error>

namespace dimma::simulation {

std::uint32_t start_thread(std::function<void()> body, Place place) {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) {
    throw std::system_error(std::make_error_code(std::errc::operation_not_permitted),
                            "threads of the simulated build are started within a run");
  }
  return scheduler->start(std::move(body), place);
}

void join(std::uint32_t thread, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  scheduler->pass_after({.what = Wait::For::join, .object = ObjectKind::thread, .number = thread, .place = place},
                        {.operation = "join", .object = ObjectKind::thread, .number = thread, .place = place});
  SimulatedThread& joined = scheduler->thread(thread);
  joined.is_on_its_own = true;
  scheduler->self().memory.view.join(joined.memory.view);
}

void detach(std::uint32_t thread) noexcept {
  if (Scheduler* const scheduler = Scheduler::running()) scheduler->thread(thread).is_on_its_own = true;
}

std::uint32_t this_thread() noexcept {
  Scheduler* const scheduler = Scheduler::running();
  return scheduler != nullptr ? scheduler->self().number : 0;
}

const void* this_thread_mark() noexcept {
  static const char outside = 0;
  Scheduler* const scheduler = Scheduler::running();
  return scheduler != nullptr ? static_cast<const void*>(&scheduler->self()) : &outside;
}

void yield(Place place) noexcept {
  if (Scheduler* const scheduler = Scheduler::running()) scheduler->yield(place);
}

Time now(Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return first_time;
  scheduler->pass({.operation = "read", .object = ObjectKind::clock, .place = place});
  return scheduler->clock() += std::chrono::microseconds(1);
}

void sleep_until(Time time, Place place) noexcept {
  Scheduler* const scheduler = Scheduler::running();
  if (scheduler == nullptr) return;
  scheduler->pass_after({.what = Wait::For::time, .object = ObjectKind::clock, .deadline = time, .place = place},
                        {.operation = "sleep", .object = ObjectKind::clock, .place = place});
}

}  // namespace dimma::simulation
