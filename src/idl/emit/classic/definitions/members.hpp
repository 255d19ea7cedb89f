// Writes the members of structs, exceptions and unions.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns the name of a member or branch in C++.
std::string member_name(const Declaration& member);

// Writes the types that the mapping names for a member whose type has no name: `_x_seq` for a sequence, `_x_slice` for
// an array. An array is also named `_x_array`, for generated code.
void write_anonymous_types(cxx::Writer& writer, const Type& type, const std::string& member);

// Writes the types within a struct, union or exception.
void write_nested_types(cxx::Writer& writer, const std::vector<Declaration*>& types, const cxx::Context& context);

// Writes data members, each after the types that it needs.
void write_members(cxx::Writer& writer, const std::vector<Member*>& members);

// Returns the type of a parameter through which the member's value is passed in. An array without a name is named as
// write_anonymous_types() does.
std::string member_in_type(const Type& type, const std::string& member);

// Returns the statement that copies an array of a member's type, element by element.
std::string copy_array(const Type& array, const std::string& to, const std::string& from);

// Writes the typedefs that follow a struct or union: Name_var and Name_out.
void write_var_and_out(cxx::Writer& writer, const Declaration& declaration);

// Returns "::dimma::classic::VariableVar<Name>", or FixedVar for a struct or union of fixed length.
std::string var_template(const Declaration& declaration);

}  // namespace dimma::idl::classic
