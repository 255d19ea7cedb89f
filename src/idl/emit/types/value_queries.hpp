// Determines the state of valuetypes, and whether types can contain values or sequences.
#pragma once

#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the state members that the valuetype itself declares.
std::vector<Member*> state_of(const ValueType& value);
// Returns the base that has state; nullptr if there is none.
const ValueType* state_base(const ValueType& value);

// Return true if the type can contain a valuetype, which may share values with other parts of a message.
bool holds_values(const Type& type);
bool holds_values(const Declaration& declaration);
// Like holds_values(), but ignores valuetypes that an `any` could contain.
bool names_valuetype(const Type& type);
// Returns true if a value can have any length. Valuetypes and anys do not count, since they are never sent in parts.
bool holds_sequences(const Type& type);

}  // namespace dimma::idl::cxx
