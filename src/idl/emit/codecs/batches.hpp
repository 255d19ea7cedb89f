// Finds the types for which many elements of a sequence are encoded or decoded with one bounds check
// (dimma/generated/cdr/batches.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true for a struct that is not of fixed layout, but whose members all go in batches: types of fixed layout,
// unbounded strings, and structs and unions for which this function returns true. Also returns true for a union with
// a branch of such a type.
bool goes_in_batches(const Declaration& declaration);

}  // namespace dimma::idl::cxx
