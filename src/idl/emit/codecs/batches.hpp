// Finds the types for which a sequence's elements go many with one check (dimma/generated/cdr/batches.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Structs that are not of fixed layout, but of members of fixed layout, unbounded strings, such structs and unions; and
// unions with a branch like that.
bool goes_in_batches(const Declaration& declaration);

}  // namespace dimma::idl::cxx
