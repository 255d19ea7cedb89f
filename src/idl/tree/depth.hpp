// Computes how deeply types are nested. The depth is limited, since all later stages traverse types by recursion.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl {

constexpr unsigned type_depth_max = 1000;

// Returns the depth of a complete declaration: one more than the deepest type that it names as a member, element,
// alias, base and so on. The depths of those types must be set; a type without one, such as a recursive use, counts as
// 0.
unsigned type_depth(const Declaration& declaration);

}  // namespace dimma::idl
