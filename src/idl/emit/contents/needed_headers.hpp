// Finds the headers that only some IDL files need.
#pragma once

#include <set>
#include <string>

#include "idl/emit/contents/contents.hpp"

namespace dimma::idl::cxx {

// The element types of the file's sequences.
using Elements = std::set<const Declaration*>;

struct Needed {
  std::set<std::string> headers;    // such as "dimma/generated/union.hpp", for types that the file declares and uses
  std::set<std::string> orb_parts;  // such as "ir.idl", if the file uses it
  Elements elements;
};

Needed needed_headers(const Contents& contents);

}  // namespace dimma::idl::cxx
