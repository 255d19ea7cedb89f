// Writes the base class V_init of the factories of a valuetype (formal/2012-07-02, "Value Factories").
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

void write_factory_class(cxx::Writer& writer, const ValueType& value, const cxx::Context& context);
void write_factory_class_source(cxx::Writer& writer, const ValueType& value, const cxx::Context& context);

}  // namespace dimma::idl::classic
