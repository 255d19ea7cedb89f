// Writes IDL types in C++, as values and as arguments.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the C++ type of a value; an alias keeps its name. References to objects are ::CORBA::object_reference, those
// to values of a valuetype ::CORBA::valuetype_reference.
std::string spell(const Type& type);

// Returns the type of an alias: like spell(), but an interface is its class and not a reference to it.
std::string spell_aliased(const Type& type);

// The way in which values of a type are passed.
enum class Passing {
  Value,        // numbers, characters, booleans, enumerations
  Reference,    // references to objects and to values, and loaned sequences: by value, moved on
  Constructed,  // everything else: by reference to const
};
Passing passing(const Type& type);

// Returns "{}" if a variable of the type has no value without it, otherwise an empty text.
std::string initialization(const Type& type);

bool is_void(const Type& type);

// Returns "const ::std::string&", "::std::int32_t&", ...
std::string parameter_type(const Type& type, Direction direction);

// Returns true for a valuetype, a value box or ValueBase.
bool is_value(const Type& type);

// Returns true for a native type, or a sequence, array or map of one.
bool holds_native(const Type& type);

// Return true if C++ can compare two values: they have no object references inside.
bool is_comparable(const Type& type);
bool is_comparable(const Declaration& declaration);

}  // namespace dimma::idl::cxx
