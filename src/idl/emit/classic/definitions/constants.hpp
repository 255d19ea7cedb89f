// Writes constants (formal/2012-07-02, 4.5).
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

void write_constant(cxx::Writer& writer, const Constant& constant);

// Writes the definition of a constant of a class; the namespace is open.
void write_constant_source(cxx::Writer& writer, const Constant& constant);

}  // namespace dimma::idl::classic
