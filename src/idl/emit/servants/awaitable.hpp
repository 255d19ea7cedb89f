// Writes the skeletons whose operations are coroutines of Boost.Asio. All code is in a header.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the class; the namespace is open.
void write_awaitable_class(Writer& writer, const Interface& interface, const Context& context);

// Writes the functions of the class; the namespace is open.
void write_awaitable_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
