// Writes the traits of servants, which contain the tie.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes CORBA::servant_traits with the tie, for the skeleton header at global scope.
void write_servant_traits(Writer& writer, const Interface& interface, const Context& context);
// For a valuetype that supports an interface with objects; writes nothing for others.
void write_value_servant_traits(Writer& writer, const ValueType& value);

}  // namespace dimma::idl::cxx
