// Writes typedefs (formal/2012-07-02, 4.13, 4.15 and 4.16).
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the name of a type and those that the mapping derives from it: Name_var, Name_out and so on. A sequence is a
// class of its own, and an array has functions; an alias of a named type has the names of that type.
void write_typedef(cxx::Writer& writer, const Typedef& alias);

}  // namespace dimma::idl::classic
