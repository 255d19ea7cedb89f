// Writes the types of arguments and results, as in the mapping's table of them (formal/2012-07-02, 4.22).
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

std::string in_type(const Type& type);
std::string inout_type(const Type& type);
std::string out_type(const Type& type);
// Returns "void" if there is no result.
std::string return_type(const Type& type);

std::string parameter_type(const Type& type, Direction direction);

}  // namespace dimma::idl::classic
