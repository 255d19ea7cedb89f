// Computes how much of the stack the arguments and results of operations take.
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/text/diagnostics.hpp"

namespace dimma::idl::cxx {

// Skeletons hold arguments and result in a stack frame of the thread that serves the request, and most callers do so
// too. Arrays take their full size there, also within structs and unions. A thread's stack has 8 MiB by default: an
// eighth of that leaves room for the other frames, and for a few nested calls.
constexpr double stack_use_max = 1 << 20;

// Warns about operations and attributes whose arguments and result together take more than `stack_use_max` octets.
void warn_of_stack_use(const Contents& contents, Diagnostics& diagnostics);

}  // namespace dimma::idl::cxx
