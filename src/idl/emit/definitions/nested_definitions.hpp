// Writes the definitions of a scope, in the order of the IDL text.
#pragma once

#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the forward declarations and definitions of a scope that C++ needs: of several forward declarations of a type
// only the first, and only if it precedes the definition.
std::vector<const Declaration*> without_repeated_forwards(const std::vector<const Declaration*>& contents);

// Writes all definitions of a scope (an interface, struct or exception) that become members of a class.
void write_nested_definitions(Writer& writer, const std::vector<Declaration*>& contents, const Context& context);

}  // namespace dimma::idl::cxx
