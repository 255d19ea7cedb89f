// Finds the types for which many elements of a sequence are encoded or decoded with one bounds check
// (dimma/generated/cdr/batches.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true for a struct that is not of fixed layout, if its members are of fixed layout, unbounded strings, or such
// structs and unions themselves; and for a union with a branch of such a type.
bool goes_in_batches(const Declaration& declaration);

}  // namespace dimma::idl::cxx
