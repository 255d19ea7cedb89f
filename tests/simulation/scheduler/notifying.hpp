#pragma once
// Wakes threads that wait for a condition or an atomic.

#include "simulation/scheduler/scheduler.hpp"

namespace dimma::simulation {

// Notifies all waiting threads, or the one that the strategy chooses.
void wake(Scheduler& scheduler, ObjectKind kind, std::uint32_t number, bool all, Place place);

}  // namespace dimma::simulation
