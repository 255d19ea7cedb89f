// Valuetypes: the class that programs use, the one that holds the state, the factory's base, and what the ORB is told.
#pragma once

#include <vector>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The classes, for the stub header where the IDL defines them; the namespace is open.
void write_value_class(Writer& writer, const ValueType& value, const Context& context);
void write_value_box_class(Writer& writer, const ValueBox& box);

// For the stub header, behind all types: the classes with state and the factories' bases.
void write_state_classes(Writer& writer, NamespaceScope& scope, const Contents& contents, const Context& context);
// IDL::traits, for the stub header at global scope.
void write_value_traits(Writer& writer, const ValueType& value);
void write_value_box_traits(Writer& writer, const ValueBox& box);

// Writes the part of the stub source at global scope.
void write_value_functions(Writer& writer, const ValueType& value);
void write_value_box_functions(Writer& writer, const ValueBox& box);

}  // namespace dimma::idl::cxx
