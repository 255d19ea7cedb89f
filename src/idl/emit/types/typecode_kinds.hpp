// Determines which declarations have a TypeCode, and of which kind.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if there is a TypeCode for the declaration.
bool has_typecode(const Declaration& declaration);

// Returns the kind without the prefix "tk_" of CORBA::TCKind, such as "struct"; empty if there is no TypeCode.
const char* typecode_kind(const Declaration& declaration);

}  // namespace dimma::idl::cxx
