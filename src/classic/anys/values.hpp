#pragma once
// Inserts values into an Any and extracts them, for the types of module CORBA.

#include "classic/anys/held_value.hpp"

namespace dimma::classic {

void insert(CORBA::Any& any, ::CORBA::typecode_reference type, OwnedValue value);

// Returns the value, which the Any keeps. The caller has checked the type.
const void* kept_value(const CORBA::Any& any, const ValueType& how);

// Sets `object` to a reference that the Any holds in the form of either mapping. Returns false if it holds none, or its
// octets.
bool held_object(const CORBA::Any& any, CORBA::Object_var& object);

}  // namespace dimma::classic
