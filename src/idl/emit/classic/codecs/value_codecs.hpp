// Writes the statements that encode values as other values hold them.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Like write_value() of types/transfer.hpp, but for a member or element: a string or reference is held by an owner.
std::string write_held_value(const Type& type, const std::string& access);

}  // namespace dimma::idl::classic
