#pragma once
// Decides when a wait is over, and explains why no wait can end.

#include "simulation/scheduler/failure.hpp"
#include "simulation/scheduler/simulated_thread.hpp"

namespace dimma::simulation {

class Scheduler;

// True if the wait is over, apart from its deadline.
bool is_over(const Wait& wait, const SimulatedThread& of, const Scheduler& scheduler);

// Called when each thread has ended or waits for another one without a deadline. Lists what each thread waits for.
Failure why_all_wait(Scheduler& scheduler);

}  // namespace dimma::simulation
