// Writes interfaces at the server that are served later: skeletons whose operations reply after they have returned, and
// those whose operations are coroutines.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the class with deferred replies, for its header; the namespace is open.
void write_deferred_class(Writer& writer, const Interface& interface, const Context& context);

// Writes its functions, for its source; the namespace is open.
void write_deferred_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
