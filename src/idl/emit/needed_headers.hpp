// The headers of dimma that only some IDL files have need of.
#pragma once

#include <set>
#include <string>

#include "idl/emit/contents.hpp"

namespace dimma::idl::cxx {

// "dimma/union.hpp", ... for what is declared and used in the file.
std::set<std::string> needed_headers(const Contents& contents);

}  // namespace dimma::idl::cxx
