// Writes the classes of value boxes (formal/2012-07-02, "Value Boxes").
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

void write_value_box(cxx::Writer& writer, const ValueBox& box);
void write_value_box_source(cxx::Writer& writer, const ValueBox& box, const cxx::Context& context);

}  // namespace dimma::idl::classic
