// Sorts IDL types by how the classic mapping passes and stores them (formal/2012-07-02, 4.22).
#pragma once

#include <cstdint>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

enum class TypeClass {
  Scalar,  // numbers, characters, booleans, enumerations
  String,
  WideString,
  Object,          // a reference to an object, a TypeCode or a value
  FixedStruct,     // a struct or union of fixed length, or a fixed-point decimal
  VariableStruct,  // a struct or union of variable length, or an Any
  Sequence,
  FixedArray,
  VariableArray,
};

TypeClass class_of(const Type& type);

// Returns true for one basic type, with aliases resolved.
bool is_basic(const Type& type, BasicKind kind);

// Returns true for Messaging::ExceptionHolder, by which reply handlers get exceptions.
bool is_exception_holder(const Type& type);

// Returns true for ValueBase, valuetypes and value boxes, which have no `_ptr` type.
bool is_value(const Type& type);

// Returns true if values of the type have variable length: they contain a string, sequence or reference. The mapping
// returns such values by pointer.
bool is_variable(const Type& type);
bool is_variable(const Declaration& declaration);

// An array, with those of its elements that are arrays themselves: an array of 3 rows of 4 longs has the dimensions
// {3, 4} and the element long.
struct ArrayShape {
  std::vector<std::uint64_t> dimensions;
  const Type* element = nullptr;  // never an array

  std::uint64_t count() const;  // the number of all elements
};

// The type must be an array, or an alias of one.
ArrayShape shape_of(const Type& array);

}  // namespace dimma::idl::classic
