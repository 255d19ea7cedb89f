// Writes the traits of servants, which contain the tie.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes CORBA::servant_traits with the tie, for the skeleton header at global scope.
void write_servant_traits(Writer& writer, const Interface& interface, const Context& context);
// Writes the traits for a valuetype that supports a remote interface. A no-op for other valuetypes.
void write_value_servant_traits(Writer& writer, const ValueType& value);

}  // namespace dimma::idl::cxx
