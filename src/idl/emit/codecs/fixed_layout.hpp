// Finds the types of fixed layout: their encoded size depends only on the position at which they begin
// (dimma/generated/cdr/fixed_layout.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

bool is_fixed(const Type& type);
bool is_fixed(const Struct& structure);
bool is_fixed(const Member& member);
// Return true for an unbounded string, which is encoded together with the members of fixed layout before it.
bool is_plain_string(const Type& type);
bool is_plain_string(const Member& member);

}  // namespace dimma::idl::cxx
