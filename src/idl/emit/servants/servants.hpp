// Writes servants to be completed: a class for each interface, whose operations throw until they are implemented.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Write the class and its functions; the interface's namespace is open.
void write_servant_class(Writer& writer, const Interface& interface, const Context& context);
void write_servant_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
