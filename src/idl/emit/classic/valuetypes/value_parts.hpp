// Parts of valuetypes that their classes and factories have in common.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns the members of the bases and of the valuetype itself, in the order in which they are encoded.
std::vector<const Member*> all_members(const ValueType& value);

// Returns the operations that the class declares: its own, and those of the interfaces that it supports and that have
// objects. The class derives from the abstract interfaces.
std::vector<cxx::Call> operations_of(const ValueType& value, const cxx::Context& context);

// Returns the abstract interfaces from which the class derives.
std::vector<const Interface*> abstract_interfaces_of(const ValueType& value);

// Declares the functions by which the library handles the state of a value.
void write_state_functions(cxx::Writer& writer, bool holds_values);

// Writes the definition of a type's description, and of the variable that makes the type known if it needs no factory;
// `made` is the class to make then, and otherwise empty. The description's members follow the repository id.
void write_description(cxx::Writer& writer, const Declaration& value, const std::string& truncatable_to,
                       const std::string& made, const cxx::Context& context);

}  // namespace dimma::idl::classic
