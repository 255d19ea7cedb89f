// Writes interfaces at the server: the class from which servants derive, and how it serves requests.
#pragma once

#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the class, for the skeleton header; the namespace is open.
void write_skeleton_class(Writer& writer, const Interface& interface, const Context& context);

// For the skeleton source at global scope: writes one function for each call of the interfaces and of all their bases,
// each interface once.
void write_call_servers(Writer& writer, const std::vector<const Interface*>& interfaces, const Context& context);

// Writes the skeleton's functions, for the skeleton source; the namespace is open.
void write_skeleton_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
