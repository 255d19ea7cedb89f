// Computes how deeply types are nested. All later stages follow types by recursion, so there is a limit.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl {

constexpr unsigned type_depth_max = 1000;

// Returns the depth of a complete declaration: one more than the deepest type that it names, as a member, element,
// alias, base or similar. Those must already have their depth; one without counts as 0, as does a recursive use.
unsigned type_depth(const Declaration& declaration);

}  // namespace dimma::idl
