// Writes the server's side of interfaces: the class from which servants derive, and the functions that serve requests.
#pragma once

#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the class, for the skeleton header; the namespace is open.
void write_skeleton_class(Writer& writer, const Interface& interface, const Context& context);

// Writes the functions that serve calls, for the skeleton source at global scope: one for each call of the interfaces
// and of all their bases. Each base is written once.
void write_call_servers(Writer& writer, const std::vector<const Interface*>& interfaces, const Context& context);

// Writes the functions of the class, for the skeleton source; the namespace is open.
void write_skeleton_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
