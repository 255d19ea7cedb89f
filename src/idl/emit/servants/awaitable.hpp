// Interfaces at the server, served by coroutines of Boost.Asio: all of it is in a header.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The class; the namespace is open.
void write_awaitable_class(Writer& writer, const Interface& interface, const Context& context);

// Its functions; the namespace is open.
void write_awaitable_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
