#pragma once
// The end of an ORB during its calls.

#include "caller.hpp"

namespace stress {

// Makes an ORB, begins asynchronous calls of every kind with it in several threads, destroys it at the same time, and
// returns when each call has ended. A call that ends twice is reported; a call that never ends blocks this function, or
// is found by the comparison of outcomes.
void end_an_orb(Run& run, std::uint64_t seed);

}  // namespace stress
