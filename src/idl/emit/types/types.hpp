// How IDL types are spelled in C++ and passed as arguments.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The C++ type of a value; an alias keeps its name. References to objects are ::CORBA::object_reference, those to
// values of a valuetype ::CORBA::valuetype_reference.
std::string spell(const Type& type);

// The type that an alias stands for: as spell(), but an interface is its class and not a reference to it.
std::string spell_aliased(const Type& type);

// How values of a type are handed over.
enum class Passing {
  Value,        // numbers, characters, booleans, enumerations
  Reference,    // references to objects and to values, and loaned sequences: by value, moved on
  Constructed,  // everything else: by reference to const
};
Passing passing(const Type& type);

// "{}" where a variable of the type has no value without it, otherwise nothing.
std::string initialization(const Type& type);

bool is_void(const Type& type);

// "const ::std::string&", "::std::int32_t&", ...
std::string parameter_type(const Type& type, Direction direction);

// True for a valuetype, a value box or ValueBase.
bool is_value(const Type& type);

// True for a native type, or a sequence, array or map of one.
bool holds_native(const Type& type);

// True if C++ can compare two values: no object references inside.
bool is_comparable(const Type& type);
bool is_comparable(const Declaration& declaration);

}  // namespace dimma::idl::cxx
