// Writes the codecs of structs and exceptions.
#pragma once

#include <vector>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the whole codec of a struct of fixed layout: it names the members.
void write_fixed_struct_codec(cxx::Writer& writer, const Struct& structure);

// Writes the functions of another struct's codec, or of an exception's.
void write_member_codec_source(cxx::Writer& writer, const Declaration& owner, const std::vector<Member*>& members);

}  // namespace dimma::idl::classic
