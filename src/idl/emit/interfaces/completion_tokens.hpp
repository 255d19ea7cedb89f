// Calls with a completion token: the `async_` operations of stubs. <dimma/asio.hpp> defines the names that they use.
#pragma once

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// True if its stub has them: a remote interface that is neither of flows nor of a reply handler.
bool takes_tokens(const Interface& interface);

// In the class, and in the stub source; nothing for interfaces that have none.
void write_token_calls(Writer& writer, const Interface& interface, const VariableNames& names);
void write_token_call_functions(Writer& writer, const Interface& interface, const VariableNames& names);

}  // namespace dimma::idl::cxx
