// The parts that the classes of valuetypes and of value boxes have in common.
#pragma once

#include <string>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The names with which the class begins; `scoped` is its own.
void write_value_names(Writer& writer, const std::string& scoped);

// The declarations of the functions for the state; a value that holds others `forgets` them.
const char* state_functions(bool forgets);

// Writes the description of the type for the ORB; `made`: the class to make an empty one of, if that is possible.
void write_value_description(Writer& writer, const Declaration& declaration, const std::string& more,
                             const std::string& made);

}  // namespace dimma::idl::cxx
