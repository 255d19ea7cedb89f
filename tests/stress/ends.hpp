#pragma once
// The end of an ORB beside its calls.

#include "caller.hpp"

namespace stress {

// Makes an ORB, begins calls of every asynchronous kind at it by several threads, destroys it meanwhile, and returns
// when each call has ended. A call that ends twice is complained of; one that never ends keeps this from returning, or
// is found when the outcomes are compared.
void end_an_orb(Run& run, std::uint64_t seed);

}  // namespace stress
