// Writes the functions of unions for the source.
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// The namespace of the union is open.
void write_union_source(cxx::Writer& writer, const Union& subject);

}  // namespace dimma::idl::classic
