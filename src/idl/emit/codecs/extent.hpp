// Finds the types whose encoded length can be computed without writing a value (dimma/generated/cdr/extent.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true for a struct that is not of fixed layout, or a union, if its codec has a function `end` that computes
// the end of a value.
bool has_extent(const Declaration& declaration);

}  // namespace dimma::idl::cxx
