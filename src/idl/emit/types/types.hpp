// Writes IDL types in C++, as types of values and of parameters.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the C++ type of a value; an alias keeps its name. References to objects are ::CORBA::object_reference,
// references to valuetypes ::CORBA::valuetype_reference.
std::string spell(const Type& type);

// Returns the type that an alias names: like spell(), but for an interface the class and not a reference to it.
std::string spell_aliased(const Type& type);

// How values of a type are passed.
enum class Passing {
  Value,        // numbers, characters, booleans, enumerations: by value
  Reference,    // references to objects and valuetypes, loaned sequences: by value, and moved
  Constructed,  // everything else: by reference to const
};
Passing passing(const Type& type);

// Returns the initializer of a variable, "{}" or "{value}"; empty if the type initialises itself.
std::string initialization(const Type& type);

bool is_void(const Type& type);

// Returns the C++ type of a parameter: "const ::std::string&", "::std::int32_t&" and so on.
std::string parameter_type(const Type& type, Direction direction);

// Returns true for a valuetype, a value box or ValueBase.
bool is_value(const Type& type);

// Returns true for a native type, or a sequence, array or map of native types.
bool holds_native(const Type& type);

// Return true if C++ can compare two values: they contain no object references.
bool is_comparable(const Type& type);
bool is_comparable(const Declaration& declaration);

}  // namespace dimma::idl::cxx
