// Determines properties of enumerations.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if the @value of some enumerator differs from its position. The position is the number that is sent.
bool has_own_values(const Enum& enumeration);

}  // namespace dimma::idl::cxx
