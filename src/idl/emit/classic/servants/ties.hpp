// Writes the tie of an interface: a servant that delegates each call to an object of any class (formal/2012-07-02,
// "Delegation-Based Interface Implementation").
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the class template "I_tie" in the namespace of the skeleton, which is open.
void write_tie(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);

}  // namespace dimma::idl::classic
