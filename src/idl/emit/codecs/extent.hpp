// Finds the types whose values' ends are known without writing them (dimma/generated/cdr/extent.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// A struct that is not of fixed layout, or a union, of which codec<>::end tells it.
bool has_extent(const Declaration& declaration);

}  // namespace dimma::idl::cxx
