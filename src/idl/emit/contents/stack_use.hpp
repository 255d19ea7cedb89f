// Computes how much of the stack the arguments and results of operations take.
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/text/diagnostics.hpp"

namespace dimma::idl::cxx {

// Skeletons hold arguments and result in a frame of the thread that serves the request, and callers mostly do in
// theirs. Arrays take their full size there, also within structs and unions. The stack of a thread has 8 MiB by
// default: an eighth of that leaves room for the other frames, and for a few calls within each other.
constexpr double stack_use_max = 1 << 20;

// Warns of operations and attributes whose arguments and result together take more than that.
void warn_of_stack_use(const Contents& contents, Diagnostics& diagnostics);

}  // namespace dimma::idl::cxx
