// Writes user exceptions (formal/2012-07-02, 4.19).
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns true if the declaration is an exception whose class declares `_insert`, which is defined beside its
// operators.
bool inserts_itself(const Declaration& declaration, const cxx::Context& context);

void write_exception(cxx::Writer& writer, const Exception& exception, const cxx::Context& context);

// Writes the functions for the source; the namespace is open.
void write_exception_source(cxx::Writer& writer, const Exception& exception);

}  // namespace dimma::idl::classic
