// Writes arrays (formal/2012-07-02, 4.15).
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the array type, its slice and its functions. The type of the typedef is an array.
void write_array(cxx::Writer& writer, const Typedef& alias);

// Writes the functions of an alias of a named array, which call those of the named array.
void write_array_functions_of_alias(cxx::Writer& writer, const Typedef& alias);

}  // namespace dimma::idl::classic
