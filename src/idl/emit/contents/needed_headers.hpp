// Finds the headers that only some IDL files need.
#pragma once

#include <set>
#include <string>

#include "idl/emit/contents/contents.hpp"

namespace dimma::idl::cxx {

// The element types of sequences in the file.
using Elements = std::set<const Declaration*>;

struct Needed {
  std::set<std::string> headers;    // "dimma/generated/union.hpp", ... for the types declared and used in the file
  std::set<std::string> orb_parts;  // "ir.idl", ... if a part of it is used
  Elements elements;
};

Needed needed_headers(const Contents& contents);

}  // namespace dimma::idl::cxx
