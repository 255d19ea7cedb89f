// Finds features of the language that the classic mapping does not have yet.
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/text/diagnostics.hpp"

namespace dimma::idl::classic {

// Reports each feature as an error at its place, for example "'any' is not supported yet by the classic mapping". The
// modern mapping's own report covers types that are never defined.
void report_unsupported(const cxx::Contents& contents, Diagnostics& diagnostics);

}  // namespace dimma::idl::classic
