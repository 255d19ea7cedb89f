// Writes asynchronous calls: `sendc_` operations, and the traits of reply handlers.
#pragma once

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Write the declarations for the class, and the definitions for the stub source. No-ops for interfaces without a reply
// handler.
void write_asynchronous_declarations(Writer& writer, const Interface& interface, const VariableNames& names);
void write_asynchronous_functions(Writer& writer, const Interface& interface, const VariableNames& names);

// Writes CORBA::amic_traits, at global scope.
void write_asynchronous_traits(Writer& writer, const Interface& interface);

}  // namespace dimma::idl::cxx
