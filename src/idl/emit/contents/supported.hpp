// Finds features of the language that the emitter does not support yet.
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/text/diagnostics.hpp"

namespace dimma::idl::cxx {

// Reports each feature as an error at its place, for example "union 'M::U' is not supported yet".
void report_unsupported(const Contents& contents, Diagnostics& diagnostics);

}  // namespace dimma::idl::cxx
