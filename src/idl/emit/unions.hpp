// What else there is to know of a union.
#pragma once

#include "idl/ast.hpp"

namespace dimma::idl::cxx {

// Whether there are labels that select no branch.
bool has_labels_of_none(const Union& subject);

}  // namespace dimma::idl::cxx
