// Writes the code that the classes of valuetypes and of value boxes have in common.
#pragma once

#include <string>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the declarations with which the class begins; `scoped` is the qualified name of the class.
void write_value_names(Writer& writer, const std::string& scoped);

// Returns the declarations of the functions for the state, with _forget_state() if `forgets` (the state holds values).
const char* state_functions(bool forgets);

// Writes the type's description for the ORB. `made` is the class to instantiate for an empty value; empty if there is
// none.
void write_value_description(Writer& writer, const Declaration& declaration, const std::string& more,
                             const std::string& made);

}  // namespace dimma::idl::cxx
