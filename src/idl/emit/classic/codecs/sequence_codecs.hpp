// Writes the codecs of named sequences.
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Both are no-ops for a typedef of another type, and for an alias of a named sequence.
void write_sequence_codec(cxx::Writer& writer, const Typedef& alias);
void write_sequence_codec_source(cxx::Writer& writer, const Typedef& alias);

}  // namespace dimma::idl::classic
