// The state of valuetypes, and the types in which a value or a sequence can be.
#pragma once

#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The state members that the type itself declares.
std::vector<Member*> state_of(const ValueType& value);
// The base with state; null for none.
const ValueType* state_base(const ValueType& value);

// True if a value of a valuetype can be in it: it then shares values with the rest of a message.
bool holds_values(const Type& type);
bool holds_values(const Declaration& declaration);
// The same, but for those that an `any` could hold.
bool names_valuetype(const Type& type);
// True if a value can be of any length: not of a valuetype, nor in an any, which go as a whole.
bool holds_sequences(const Type& type);

}  // namespace dimma::idl::cxx
