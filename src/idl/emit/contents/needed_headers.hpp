// The headers that only some IDL files have need of.
#pragma once

#include <set>
#include <string>

#include "idl/emit/contents/contents.hpp"

namespace dimma::idl::cxx {

// The element types of sequences in the file.
using Elements = std::set<const Declaration*>;

struct Needed {
  std::set<std::string> headers;    // "dimma/generated/union.hpp", ... for what is declared and used in the file
  std::set<std::string> orb_parts;  // "ir.idl", ... of which something is used
  Elements elements;
};

Needed needed_headers(const Contents& contents);

}  // namespace dimma::idl::cxx
