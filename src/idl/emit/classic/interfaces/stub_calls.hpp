// Writes the operations of stubs.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the function, which calls the servant if it is in the same process, and otherwise sends a request.
void write_stub_call(cxx::Writer& writer, const Interface& interface, const cxx::Call& call,
                     const cxx::Context& context);

}  // namespace dimma::idl::classic
