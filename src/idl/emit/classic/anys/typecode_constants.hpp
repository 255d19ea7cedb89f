// Writes the constants `_tc_Name` (formal/2012-07-02, 4.28).
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns the constant with its scope: "::M::I::_tc_S".
std::string typecode_constant(const Declaration& declaration);

// Writes the declaration beside that of the type, in a namespace or class. A no-op for a declaration without a
// TypeCode.
void write_typecode_declaration(cxx::Writer& writer, const Declaration& declaration);

// Writes the definitions of all constants of the file, in their namespaces.
void write_typecode_constants(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context);

}  // namespace dimma::idl::classic
