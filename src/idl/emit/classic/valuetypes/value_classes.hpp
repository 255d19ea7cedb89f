// Writes the class of a valuetype, and the class OBV_V that has its members (formal/2012-07-02, "Mapping for Value
// Types").
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes class V, with its names and its factory class V_init.
void write_value_class(cxx::Writer& writer, const ValueType& value, const cxx::Context& context);
void write_value_class_source(cxx::Writer& writer, const ValueType& value, const cxx::Context& context);

// Write the classes OBV_V of the file, after all types.
void write_state_classes(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context);

}  // namespace dimma::idl::classic
