// Writes the definitions of types and constants for the stub header, in the order of the IDL.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes one definition in a namespace or, called by write_nested_definitions(), in a class. Ignores operations and
// attributes.
void write_definition(Writer& writer, const Declaration& declaration, const Context& context);

}  // namespace dimma::idl::cxx
