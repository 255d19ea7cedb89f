// Writes the factories of valuetypes: the base classes of a program's factories, or factories that dimma provides.
#pragma once

#include <string>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if the generated class can be instantiated: the program has no operations to implement.
bool is_complete_by_itself(const ValueType& value);

// Returns the base class of the factory: "::M::V_init", or a class template of dimma.
std::string factory_name(const ValueType& value);

// Writes the factory for the stub header, after the class with the state.
void write_factory(Writer& writer, NamespaceScope& scope, const ValueType& value, const Context& context);

}  // namespace dimma::idl::cxx
