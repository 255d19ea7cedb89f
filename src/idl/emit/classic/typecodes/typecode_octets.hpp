// Encodes the TypeCodes of IDL types.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns a CDR encapsulation of the TypeCode (CORBA 3.3 part 2, 9.3.5.1). It contains the TypeCodes of all types that
// the type uses, each once: further places refer to the first one by an indirection. The declaration must have a
// TypeCode (cxx::has_typecode) and be neither a valuetype nor a type that only IDL 4 has.
std::string typecode_octets(const Declaration& declaration);

}  // namespace dimma::idl::classic
