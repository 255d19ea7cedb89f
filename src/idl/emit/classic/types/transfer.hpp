// Writes the statements that encode a value to the stream `_out` and decode it from the stream `_in`.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns "_out.put(n);" and so on. The expression is what an `in` argument would be: "const char*" for a string, a
// pointer for a reference.
std::string write_value(const Type& type, const std::string& expression);

// Returns the statement that decodes a value into `target`, an lvalue: a number, a struct, an array, or an owner of a
// string or reference such as `String_var` or `StringMember`.
std::string read_value(const Type& type, const std::string& target);

// Returns true for a sequence without a name whose elements are strings with a bound: the type of their class does not
// have the bound.
bool holds_bounded_strings(const Type& type);

// Return the statements that encode and decode such a sequence, which is of the class `type_name`.
std::string write_bounded_strings(const Type& type, const std::string& type_name, const std::string& sequence);
std::string read_bounded_strings(const Type& type, const std::string& type_name, const std::string& sequence);

}  // namespace dimma::idl::classic
