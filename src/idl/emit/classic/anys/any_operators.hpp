// Writes the operators that insert values into an Any and extract them (formal/2012-07-02, 4.18).
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Both write the operators of the declaration and of all types within it, in the namespace of the outermost one, where
// argument-dependent look-up finds them. Only types of the mapping that are C++ types of their own have operators: an
// alias uses those of its type. The second one also writes the function by which an exception inserts itself.
void write_any_operators(cxx::Writer& writer, const Declaration& declaration);
void write_any_operators_source(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context);

}  // namespace dimma::idl::classic
