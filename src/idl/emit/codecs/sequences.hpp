// The codecs of sequences of structs and unions that calls pass: compiled with the stubs, and not with the skeletons
// anew.
#pragma once

#include <string>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::cxx {

// `how` is "extern " for their declarations, behind the codecs of what they are sequences of.
void write_sequence_codecs(Writer& writer, const Contents& contents, const VariableNames& names,
                           const std::string& how);

}  // namespace dimma::idl::cxx
