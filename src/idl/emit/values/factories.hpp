// The factories of valuetypes: their bases, of which a program derives its own, or those that dimma has ready.
#pragma once

#include <string>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// True if the class with its state is all that it takes to make one.
bool is_complete_by_itself(const ValueType& value);

// The factory's base, "::M::V_init", or a class template of dimma.
std::string factory_name(const ValueType& value);

// For the stub header, after the class with the state.
void write_factory(Writer& writer, NamespaceScope& scope, const ValueType& value, const Context& context);

}  // namespace dimma::idl::cxx
