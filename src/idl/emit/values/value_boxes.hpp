// Value boxes.
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The class, for the stub header where the IDL defines it; the namespace is open.
void write_value_box_class(Writer& writer, const ValueBox& box);
// IDL::traits, for the stub header at global scope.
void write_value_box_traits(Writer& writer, const ValueBox& box);
// Writes the part of the stub source at global scope.
void write_value_box_functions(Writer& writer, const ValueBox& box);

}  // namespace dimma::idl::cxx
