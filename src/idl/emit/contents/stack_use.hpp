// How much of the stack the arguments and results of operations take.
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/text/diagnostics.hpp"

namespace dimma::idl::cxx {

// Skeletons hold arguments and result in a frame of the thread that serves the request, and callers mostly do in
// theirs. Arrays lie there in full, in structs and unions too. The stack of a thread has 8 MiB where nobody has said
// otherwise: an eighth of that leaves room for what is below and above, and for a few calls within each other.
constexpr double stack_use_max = 1 << 20;

// Warns of operations and attributes whose arguments and result take more than that together.
void warn_of_stack_use(const Contents& contents, Diagnostics& diagnostics);

}  // namespace dimma::idl::cxx
