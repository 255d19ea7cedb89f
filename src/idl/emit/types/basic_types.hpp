// The basic types of IDL in C++ and CORBA, as a table.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct BasicTypeFacts {
  BasicKind kind;
  const char* cxx;       // the C++ type; for a reference, the class to which it leads
  const char* typecode;  // "long", as in CORBA::_tc_long
  const char* suffix;    // the suffix of a literal of the type
  unsigned octets;       // the size of a value in C++ on 64-bit systems
  bool is_fixed;         // has a fixed layout: dimma/generated/cdr/fixed_layout.hpp
};

const BasicTypeFacts& facts_of(BasicKind kind);

// Returns the smallest unsigned type with at least that many bits.
const BasicTypeFacts& unsigned_type(unsigned bits);

}  // namespace dimma::idl::cxx
