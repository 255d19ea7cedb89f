// The facts about an enumeration besides its enumerators.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if the value (@value) of an enumerator is not its position, which is the number that is sent.
bool has_own_values(const Enum& enumeration);

}  // namespace dimma::idl::cxx
