// Writes the printing of generated types: dimma::printer, and the operators that use it.
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the part for the stub header at global scope, after all types.
void write_printers(Writer& writer, const Contents& contents);

// For the stub source at global scope; writes nothing except for structs, unions, exceptions, enumerations and bits.
void write_printer_function(Writer& writer, const Declaration& declaration);

// Writes the operator in the class of a struct or union. A template, so that a program's own operator comes first.
void write_insertion_operator(Writer& writer, const Declaration& declaration);

}  // namespace dimma::idl::cxx
