// Writes TypeCodes of named declarations: the constants _tc_Name.
#pragma once

#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes "extern const ::CORBA::TypeCode _tc_Name;" next to the type: in its namespace, or as a static member of the
// class that contains it.
void write_typecode_declaration(Writer& writer, const Declaration& declaration);

// Writes the specialisation of dimma::typecode_of, for the stub header at global scope.
void write_typecode_trait(Writer& writer, const Declaration& declaration);

// Writes the constants themselves, for the stub source at global scope.
void write_typecodes(Writer& writer, const std::vector<const Declaration*>& declarations, const Context& context);

}  // namespace dimma::idl::cxx
