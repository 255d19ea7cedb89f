// Writes the C++ signatures of operations and attributes.
#pragma once

#include <string>

#include "idl/emit/interfaces/calls.hpp"

namespace dimma::idl::classic {

std::string result_type(const cxx::Call& call);
// Returns "const char* text, ::M::Items& items".
std::string parameter_list(const cxx::Call& call);
// Returns "text, items", which passes the parameters on to another function.
std::string argument_list(const cxx::Call& call);

}  // namespace dimma::idl::classic
