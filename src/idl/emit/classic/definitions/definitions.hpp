// Writes the definitions of types and constants in the classic mapping.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes a constant, enum, struct, union, exception, typedef, or forward declaration of a struct or union for the
// header, in its namespace or class. A no-op for other declarations. Types within a struct, union or exception are
// written by `context.write_definition`.
void write_definition(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context);

// Writes what the source has to define, in the namespace: constants of classes, and functions of unions and exceptions.
// Includes the types within a struct, union or exception, but not those within an interface.
void write_definition_source(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context);

}  // namespace dimma::idl::classic
