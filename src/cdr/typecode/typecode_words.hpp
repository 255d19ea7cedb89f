// Returns names of types for error messages.
#pragma once

#include <dimma/typecode.hpp>

#include <string>

namespace dimma::cdr {

// Returns, for example, "long" or "objref".
std::string words(CORBA::TCKind kind);
// Returns, for example, "long", "struct IDL:M/Point:1.0" or "sequence<long>". Sequences and arrays within each other
// are shown down to the third level.
std::string words(const CORBA::TypeCode& type);
std::string words(const CORBA::typecode_reference& type);

}  // namespace dimma::cdr
