// What there is to know of an enumeration besides its enumerators.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Whether some enumerator's value (@value) is not its position, which is what travels.
bool has_own_values(const Enum& enumeration);

}  // namespace dimma::idl::cxx
