// The basic types of IDL as C++ and CORBA have them: one table.
#pragma once

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct BasicTypeFacts {
  BasicKind kind;
  const char* cxx;       // the C++ type; of a reference, the class that it leads to
  const char* typecode;  // "long", as in CORBA::_tc_long
  const char* suffix;    // a literal of the type ends with it
  unsigned octets;       // the size of a value in C++ on 64-bit systems
  bool is_fixed;         // it has a fixed layout: dimma/generated/cdr/fixed_layout.hpp
};

const BasicTypeFacts& facts_of(BasicKind kind);

// The smallest unsigned type with as many bits.
const BasicTypeFacts& unsigned_type(unsigned bits);

}  // namespace dimma::idl::cxx
