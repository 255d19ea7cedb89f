// Writes what generated code of other types needs of a valuetype or a value box, whose class may be incomplete.
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes the class's declaration, V_var and V_out, and the functions by which references can be used.
void write_value_names(cxx::Writer& writer, const Declaration& value);

// Writes the definitions of these functions. `formal` is the address of the type's description, or 0.
void write_value_functions_source(cxx::Writer& writer, const Declaration& value, const std::string& formal);

// Writes the members that every class of a value has.
void write_common_members(cxx::Writer& writer, const Declaration& value);

}  // namespace dimma::idl::classic
