// Writes the specialisations for each type: IDL::traits and dimma::cdr::codec.
#pragma once

#include "idl/emit/contents/needed_headers.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Write the declarations for the stub header at global scope.
void write_traits(Writer& writer, const Declaration& declaration);
void write_codec(Writer& writer, const Declaration& declaration, const Elements& elements);

// Writes the functions for the stub source at global scope.
void write_codec_functions(Writer& writer, const Declaration& declaration, const Elements& elements);

}  // namespace dimma::idl::cxx
