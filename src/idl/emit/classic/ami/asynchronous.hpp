// Writes asynchronous calls: the `sendc_` operations of stubs (CORBA 3.3 part 1, chapter 17). The reply handlers are
// interfaces of the tree like any others.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the functions that write_interface() declares; the namespace is open.
void write_asynchronous_source(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);

}  // namespace dimma::idl::classic
