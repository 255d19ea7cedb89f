// Writes unions as classes.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

void write_union(Writer& writer, const Union& subject, const Context& context);

// Writes the functions of a union that was unfinished; its namespace is open.
void write_union_functions(Writer& writer, const Union& subject, const Context& context);

}  // namespace dimma::idl::cxx
