// Writes values of constant expressions in C++.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the value as a C++ expression of the type's C++ type.
std::string literal(const ConstantValue& value, const Type& type);

// Returns the type that the value needs: the constant's own type may be just `fixed`.
std::string fixed_type(const FixedValue& value);

}  // namespace dimma::idl::cxx
