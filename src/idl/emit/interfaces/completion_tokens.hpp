// Writes calls with a completion token: the `async_` operations of stubs. <dimma/asio.hpp> defines the names they use.
#pragma once

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if its stub has them: a remote interface that is neither a flow's nor a reply handler.
bool takes_tokens(const Interface& interface);

// For the class, and for the stub source. Write nothing for interfaces without such calls.
void write_token_calls(Writer& writer, const Interface& interface, const VariableNames& names);
void write_token_call_functions(Writer& writer, const Interface& interface, const VariableNames& names);

}  // namespace dimma::idl::cxx
