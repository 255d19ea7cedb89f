// Writes value boxes.
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the class for the stub header, in the place of the IDL definition; the namespace is open.
void write_value_box_class(Writer& writer, const ValueBox& box);
// Writes IDL::traits, for the stub header at global scope.
void write_value_box_traits(Writer& writer, const ValueBox& box);
// Writes the functions for the stub source at global scope.
void write_value_box_functions(Writer& writer, const ValueBox& box);

}  // namespace dimma::idl::cxx
