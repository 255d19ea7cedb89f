// Writes the codecs of unions.
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

void write_union_codec_source(cxx::Writer& writer, const Union& subject);

}  // namespace dimma::idl::classic
