// Writes the codecs of sequences of structs and unions that calls pass. They are compiled with the stubs only, and not
// again with the skeletons.
#pragma once

#include <string>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::cxx {

// Called after the codecs of the elements have been written. `how` is "extern " for declarations.
void write_sequence_codecs(Writer& writer, const Contents& contents, const VariableNames& names,
                           const std::string& how);

}  // namespace dimma::idl::cxx
