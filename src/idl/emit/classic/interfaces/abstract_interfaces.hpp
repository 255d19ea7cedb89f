// Writes the classes of abstract interfaces (formal/2012-07-02, "Mapping for Abstract Interfaces"): class A, from which
// stubs and values derive, and the stub of an object of which only the abstract interface is known.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes "class A;" with its pointer types, and the functions by which references can be used while the class is
// incomplete.
void write_abstract_names(cxx::Writer& writer, const Interface& interface);

void write_abstract_interface(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);
void write_abstract_interface_source(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);

}  // namespace dimma::idl::classic
