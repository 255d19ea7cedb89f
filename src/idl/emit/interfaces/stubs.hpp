// Writes the client's side of interfaces: the class to which object references point.
#pragma once

#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the class, for the stub header; the namespace is open.
void write_stub_class(Writer& writer, const Interface& interface, const Context& context);

// Writes the functions of the class, for the stub source; the namespace is open.
void write_stub_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
