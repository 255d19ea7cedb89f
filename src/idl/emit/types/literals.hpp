// Writes the values of constant expressions in C++.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the value as an expression of the C++ type that corresponds to `type`.
std::string literal(const ConstantValue& value, const Type& type);

// Returns a fixed-point decimal as text, "-12.50".
std::string fixed_text(const FixedValue& value);

// Returns the C++ type with the digits and scale of the value: the type of a constant may be just `fixed`.
std::string fixed_type(const FixedValue& value);

}  // namespace dimma::idl::cxx
