// Writes the factories of valuetypes: the bases of a program's factories, or those that dimma provides.
#pragma once

#include <string>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if the class with its state is enough to make a value.
bool is_complete_by_itself(const ValueType& value);

// Returns the factory's base, "::M::V_init", or a class template of dimma.
std::string factory_name(const ValueType& value);

// Writes the part for the stub header, after the class with the state.
void write_factory(Writer& writer, NamespaceScope& scope, const ValueType& value, const Context& context);

}  // namespace dimma::idl::cxx
