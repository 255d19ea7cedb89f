// Writes definitions of types and constants, in the order of the IDL text, for the stub header.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes one definition in a namespace or, for write_nested_definitions(), in a class. Ignores calls.
void write_definition(Writer& writer, const Declaration& declaration, const Context& context);

}  // namespace dimma::idl::cxx
