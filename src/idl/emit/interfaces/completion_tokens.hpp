// Writes calls with a completion token: the `async_` operations of stubs. <dimma/asio.hpp> defines the names they use.
#pragma once

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if the interface's stub has `async_` operations: if it is remote, and neither a flow nor a reply
// handler.
bool takes_tokens(const Interface& interface);

// Write the declarations for the class, and the definitions for the stub source. No-ops for interfaces without such
// calls.
void write_token_calls(Writer& writer, const Interface& interface, const VariableNames& names);
void write_token_call_functions(Writer& writer, const Interface& interface, const VariableNames& names);

}  // namespace dimma::idl::cxx
