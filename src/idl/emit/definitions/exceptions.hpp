// Writes user exceptions as classes.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

void write_exception(Writer& writer, const Exception& exception, const Context& context);

// Writes the functions of an exception that was unfinished; its namespace is open.
void write_exception_functions(Writer& writer, const Exception& exception, const Context& context);

// Writes the definitions of an exception for the stub source; the namespace is open.
void write_exception_source(Writer& writer, const Exception& exception);

}  // namespace dimma::idl::cxx
