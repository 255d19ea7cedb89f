// How values of generated types are printed: dimma::printer, and the operators that use it.
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// For the stub header at global scope, after all types.
void write_printers(Writer& writer, const Contents& contents);

// For the stub source at global scope; writes nothing for what is no struct, union, exception, enumeration or bits.
void write_printer_function(Writer& writer, const Declaration& declaration);

// In the class of a struct or union. A template, so that a program's own operator comes first.
void write_insertion_operator(Writer& writer, const Declaration& declaration);

}  // namespace dimma::idl::cxx
