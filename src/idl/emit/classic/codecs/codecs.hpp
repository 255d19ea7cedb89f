// Writes the codecs of the classic mapping: specialisations of dimma::classic::codec.
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the codec of an enum, struct, union, exception or named sequence for the header, at global scope. A no-op for
// other declarations.
void write_codec(cxx::Writer& writer, const Declaration& declaration);

// Writes the codec's functions for the source, at global scope.
void write_codec_source(cxx::Writer& writer, const Declaration& declaration);

}  // namespace dimma::idl::classic
