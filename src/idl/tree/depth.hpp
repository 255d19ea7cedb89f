// How deeply types are nested. All that comes after the parser follows them by recursion, so that there is a limit.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl {

constexpr unsigned type_depth_max = 1000;

// The depth of a complete declaration: one more than the deepest type that it names, as a member, element, alias, base
// or the like. Those must have their depth already; one without counts as 0, as does a recursive use.
unsigned type_depth(const Declaration& declaration);

}  // namespace dimma::idl
