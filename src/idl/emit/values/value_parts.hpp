// Writes the common parts of the classes of valuetypes and of value boxes.
#pragma once

#include <string>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Writes the names with which the class begins; `scoped` is its own name.
void write_value_names(Writer& writer, const std::string& scoped);

// Returns the declarations of the functions for the state; a value that holds others `forgets` them.
const char* state_functions(bool forgets);

// Writes the description of the type for the ORB. `made`: the class with which an empty value is made, if possible.
void write_value_description(Writer& writer, const Declaration& declaration, const std::string& more,
                             const std::string& made);

}  // namespace dimma::idl::cxx
