// Interfaces at the client: the class that references lead to.
#pragma once

#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The class, for the stub header; the namespace is open.
void write_stub_class(Writer& writer, const Interface& interface, const Context& context);

// Its functions, for the stub source; the namespace is open.
void write_stub_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
