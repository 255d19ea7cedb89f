// Which types are of fixed layout: their size depends on nothing but where they begin
// (dimma/generated/cdr/fixed_layout.hpp).
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

bool is_fixed(const Type& type);
bool is_fixed(const Struct& structure);
bool is_fixed(const Member& member);
// An unbounded string, which goes with the members of fixed layout before it.
bool is_plain_string(const Type& type);
bool is_plain_string(const Member& member);

}  // namespace dimma::idl::cxx
