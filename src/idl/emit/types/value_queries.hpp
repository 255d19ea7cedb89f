// Answers questions about the state of valuetypes, and about types that can contain values or sequences.
#pragma once

#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the state members that the type itself declares.
std::vector<Member*> state_of(const ValueType& value);
// Returns the base with state; nullptr if there is none.
const ValueType* state_base(const ValueType& value);

// Return true if it can contain a value of a valuetype: it then shares values with the rest of a message.
bool holds_values(const Type& type);
bool holds_values(const Declaration& declaration);
// The same, except for those that an `any` could hold.
bool names_valuetype(const Type& type);
// Returns true if a value can have any length. Valuetypes and anys do not count, since they are sent as a whole.
bool holds_sequences(const Type& type);

}  // namespace dimma::idl::cxx
