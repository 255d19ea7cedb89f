// Names types in error messages.
#pragma once

#include <dimma/typecode.hpp>

#include <string>

namespace dimma::cdr {

// Returns "long", "objref".
std::string words(CORBA::TCKind kind);
// Returns "long", "struct IDL:M/Point:1.0", "sequence<long>". Elements of elements are left out.
std::string words(const CORBA::TypeCode& type);
std::string words(const CORBA::typecode_reference& type);

}  // namespace dimma::cdr
