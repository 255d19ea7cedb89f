// Finds the types for whose values the end is known without writing them (dimma/generated/cdr/extent.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true for a struct that is not of fixed layout, or a union, if its codec<>::end tells the end.
bool has_extent(const Declaration& declaration);

}  // namespace dimma::idl::cxx
