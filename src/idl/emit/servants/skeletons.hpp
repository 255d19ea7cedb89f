// Interfaces at the server: the class that servants derive from, and how it serves requests.
#pragma once

#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The class, for the skeleton header; the namespace is open.
void write_skeleton_class(Writer& writer, const Interface& interface, const Context& context);

// For the skeleton source at global scope: one function for each call of the interfaces and of all their bases, each
// interface once.
void write_call_servers(Writer& writer, const std::vector<const Interface*>& interfaces, const Context& context);

// The skeleton's functions, for the skeleton source; the namespace is open.
void write_skeleton_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
