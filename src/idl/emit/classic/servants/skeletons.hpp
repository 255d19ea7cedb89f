// Writes the classes from which servants derive.
#pragma once

#include <string>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns the name of the class in its namespace: "I", or "POA_I" at global scope. cxx::skeleton_name() returns the
// same with its scope, and cxx::skeleton_namespaces() the namespaces.
std::string skeleton_class(const Interface& interface);

// Writes the class; the namespace is open.
void write_skeleton(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);

// Writes the functions of the class and its table of operations; the namespace is open.
void write_skeleton_source(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);

}  // namespace dimma::idl::classic
