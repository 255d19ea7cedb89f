// Writes unions as classes (formal/2012-07-02, 4.11).
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

void write_union(cxx::Writer& writer, const Union& subject, const cxx::Context& context);

}  // namespace dimma::idl::classic
