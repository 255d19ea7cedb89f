// Writes valuetypes: the class that programs use, the class that holds the state, and the description for the ORB.
#pragma once

#include <vector>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the class for the stub header, in the place of the IDL definition; the namespace is open.
void write_value_class(Writer& writer, const ValueType& value, const Context& context);

// Writes the classes with state and the bases of factories, for the stub header after all types.
void write_state_classes(Writer& writer, NamespaceScope& scope, const Contents& contents, const Context& context);
// Writes IDL::traits, for the stub header at global scope.
void write_value_traits(Writer& writer, const ValueType& value);

// Writes the functions for the stub source at global scope.
void write_value_functions(Writer& writer, const ValueType& value);

}  // namespace dimma::idl::cxx
