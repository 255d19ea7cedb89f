#include "simulation/shared.hpp"

#include <algorithm>

namespace dimma::simulation {

void Uses::require_before(const Use& other, const char* other_use, const char* use, Place place) const {
  Scheduler& scheduler = *Scheduler::running();
  SimulatedThread& self = scheduler.self();
  if (other.by.is_in(self.memory.view.before)) return;
  scheduler.fail(FailureKind::data_race, self.name + ' ' + use + " variable " + std::to_string(tracked_.number) +
                                             " at " + text_of(place) + ", and nothing orders that after " +
                                             scheduler.thread(other.thread).name + ", which " + other_use + " it at " +
                                             text_of(other.place));
}

void Uses::read(Place place) {
  Scheduler& scheduler = *Scheduler::running();
  scheduler.meets(tracked_, ObjectKind::variable);
  scheduler.pass({.operation = "read", .object = ObjectKind::variable, .number = tracked_.number, .place = place});
  if (last_write_) require_before(*last_write_, "has written", "reads", place);
  const SimulatedThread& self = scheduler.self();
  std::erase_if(reads_, [&](const Use& use) { return use.thread == self.number; });
  reads_.push_back({self.step(), self.number, place});
}

void Uses::write(Place place) {
  Scheduler& scheduler = *Scheduler::running();
  scheduler.meets(tracked_, ObjectKind::variable);
  scheduler.pass({.operation = "write", .object = ObjectKind::variable, .number = tracked_.number, .place = place});
  if (last_write_) require_before(*last_write_, "has written", "writes", place);
  for (const Use& use : reads_) require_before(use, "has read", "writes", place);
  const SimulatedThread& self = scheduler.self();
  last_write_ = Use{self.step(), self.number, place};
  reads_.clear();
}

}  // namespace dimma::simulation
