#pragma once
// When a wait is over, and why none will be.

#include "simulation/scheduler/failure.hpp"
#include "simulation/scheduler/simulated_thread.hpp"

namespace dimma::simulation {

class Scheduler;

// Deadlines aside.
bool is_over(const Wait& wait, const SimulatedThread& of, const Scheduler& scheduler);

// Called when each thread has ended or waits without a deadline for another one. Tells what each waits for.
Failure why_all_wait(Scheduler& scheduler);

}  // namespace dimma::simulation
