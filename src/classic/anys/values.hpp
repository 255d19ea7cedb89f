#pragma once
// Inserts values into an Any and extracts them, for the types of module CORBA.

#include "classic/anys/held_value.hpp"

namespace dimma::classic {

void insert(CORBA::Any& any, ::CORBA::typecode_reference type, OwnedValue value);

// Returns the value, which the Any keeps. The caller has checked the type.
const void* kept_value(const CORBA::Any& any, const ValueType& how);

}  // namespace dimma::classic
