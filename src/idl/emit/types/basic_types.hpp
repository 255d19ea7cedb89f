// A table of IDL's basic types in C++ and CORBA.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct BasicTypeFacts {
  BasicKind kind;
  const char* cxx;       // the C++ type; for a reference, the class that it refers to
  const char* typecode;  // "long", as in CORBA::_tc_long
  const char* suffix;    // the suffix of a literal of the type
  unsigned octets;       // the size of a value in C++ on 64-bit systems
  bool is_fixed;         // true for types of fixed layout: dimma/generated/cdr/fixed_layout.hpp
};

const BasicTypeFacts& facts_of(BasicKind kind);

// Returns the smallest unsigned type with at least `bits` bits.
const BasicTypeFacts& unsigned_type(unsigned bits);

}  // namespace dimma::idl::cxx
