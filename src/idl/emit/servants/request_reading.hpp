// Writes the first part of the functions that serve calls: reading the arguments. All kinds of skeletons share it.
#pragma once

#include <string>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::cxx {

// Declares the parameters and reads the input parameters from `_request`. Output parameters are declared only if
// `with_outs`.
void write_reading_of_arguments(Writer& body, const Call& call, bool with_outs = true);
bool has_inputs(const Call& call);
// Returns "::std::string_view name[] = {...}", the repository ids of the exceptions that the call may raise.
std::string table_of_raised_ids(const Call& call, const std::string& name);

}  // namespace dimma::idl::cxx
