// Writes the skeletons with deferred replies, whose operations may reply after they have returned.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the class for the header; the namespace is open.
void write_deferred_class(Writer& writer, const Interface& interface, const Context& context);

// Writes the functions of the class for the source; the namespace is open.
void write_deferred_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
