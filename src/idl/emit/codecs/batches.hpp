// Finds the types for which many elements of a sequence are moved with one check (dimma/generated/cdr/batches.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true for structs that are not of fixed layout, but of members of fixed layout, unbounded strings, such
// structs and unions; and for unions with a branch of such a type.
bool goes_in_batches(const Declaration& declaration);

}  // namespace dimma::idl::cxx
