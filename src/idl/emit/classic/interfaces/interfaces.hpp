// Writes the client's side of interfaces: the class of the references to objects, with its pointer types.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes "class I;" with I_ptr, I_var and I_out, and what makes them usable if another IDL file defines the interface.
// The namespace is open, as for the other functions. Repeating it is legal C++.
void write_forward_interface(cxx::Writer& writer, const Interface& interface);

// Writes the pointer types and the class. The class of a local interface is abstract: applications derive from it.
void write_interface(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);

void write_interface_source(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);

}  // namespace dimma::idl::classic
