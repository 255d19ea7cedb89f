// Values of constant expressions in C++.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The value as a C++ expression of the type's C++ type.
std::string literal(const ConstantValue& value, const Type& type);

}  // namespace dimma::idl::cxx
