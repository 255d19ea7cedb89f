// The numbers by which TypeCodes name the kinds of types (CORBA 3.3 part 2, 9.3.5.1).
#pragma once

#include <cstdint>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// The kinds that the classic mapping has.
enum class TypeCodeKind : std::uint32_t {
  Null = 0,
  Void = 1,
  Short = 2,
  Long = 3,
  UShort = 4,
  ULong = 5,
  Float = 6,
  Double = 7,
  Boolean = 8,
  Char = 9,
  Octet = 10,
  Any = 11,
  TypeCode = 12,
  ObjectReference = 14,
  Struct = 15,
  Union = 16,
  Enum = 17,
  String = 18,
  Sequence = 19,
  Array = 20,
  Alias = 21,
  Exception = 22,
  LongLong = 23,
  ULongLong = 24,
  LongDouble = 25,
  WChar = 26,
  WString = 27,
  Fixed = 28,
  Value = 29,
  ValueBox = 30,
  AbstractInterface = 32,
  LocalInterface = 33,
};

TypeCodeKind kind_of(BasicKind basic);
TypeCodeKind kind_of(const Declaration& declaration);
// Looks through aliases.
TypeCodeKind kind_of(const Type& type);

}  // namespace dimma::idl::classic
