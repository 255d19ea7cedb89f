// Writes structs as classes.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

void write_struct(Writer& writer, const Struct& structure, const Context& context);

// Writes the functions of a struct that was unfinished; its namespace is open.
void write_struct_functions(Writer& writer, const Struct& structure, const Context& context);

}  // namespace dimma::idl::cxx
