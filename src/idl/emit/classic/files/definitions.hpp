// Writes one declaration of the header, of any kind.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the declaration in a namespace or, as Context::write_definition, in a class.
void write_declaration(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context);

// Writes the functions and constants that the declaration has in the source; the namespace is open.
void write_declaration_source(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context);

}  // namespace dimma::idl::classic
