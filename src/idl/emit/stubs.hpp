// Interfaces at the client: the class that references lead to.
#pragma once

#include <vector>

#include "idl/emit/definitions.hpp"
#include "idl/emit/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The class, for the stub header; the namespace is open.
void write_stub_class(Writer& writer, const Interface& interface, const Context& context);

// Its functions, for the stub source; the namespace is open.
void write_stub_functions(Writer& writer, const Interface& interface, const Context& context);

// The abstract bases whose operations a stub makes itself: those that no stub among its bases makes, or several do.
std::vector<const Interface*> bases_to_make(const Interface& interface);

}  // namespace dimma::idl::cxx
