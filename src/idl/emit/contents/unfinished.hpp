// Finds the types whose functions cannot be written inside of them.
#pragma once

#include <set>

#include "idl/emit/contents/contents.hpp"

namespace dimma::idl::cxx {

// Structs, unions and exceptions that hold, at any depth, a sequence or map of a struct or union which is only declared
// forward where they stand. A vector of it may be a data member there, but not be copied, moved or compared.
std::set<const Declaration*> unfinished_types(const Contents& contents);

}  // namespace dimma::idl::cxx
