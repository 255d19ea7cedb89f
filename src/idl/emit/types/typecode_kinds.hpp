// Tells which declarations have a TypeCode, and its kind.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if there is a TypeCode for it.
bool has_typecode(const Declaration& declaration);

// Returns "struct", "objref", as in CORBA::TCKind::tk_struct; empty if there is no TypeCode.
const char* typecode_kind(const Declaration& declaration);

}  // namespace dimma::idl::cxx
