// Writes the code that prints generated types: dimma::printer, and the operators that use it.
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the declarations for the stub header at global scope, after all types.
void write_printers(Writer& writer, const Contents& contents);

// Writes the function for the stub source at global scope. A no-op except for structs, unions, exceptions, enumerations
// and bits.
void write_printer_function(Writer& writer, const Declaration& declaration);

// Writes the operator in the class of a struct or union. It is a template, so that a program's own operator is
// preferred.
void write_insertion_operator(Writer& writer, const Declaration& declaration);

}  // namespace dimma::idl::cxx
