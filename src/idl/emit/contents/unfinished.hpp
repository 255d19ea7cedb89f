// Finds the types whose functions cannot be defined within their class.
#pragma once

#include <set>

#include "idl/emit/contents/contents.hpp"

namespace dimma::idl::cxx {

// Returns the structs, unions and exceptions that hold, at any depth, a sequence or map of a struct or union that is
// only declared forward at that point. A vector of an incomplete type may be a data member, but cannot be copied, moved
// or compared.
std::set<const Declaration*> unfinished_types(const Contents& contents);

}  // namespace dimma::idl::cxx
