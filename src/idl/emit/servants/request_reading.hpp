// Writes the common part of the functions that serve a call, in skeletons of every kind.
#pragma once

#include <string>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::cxx {

// Declares the parameters, output parameters only if `with_outs`, and reads the others from `_request`. For the
// functions that serve one call, in skeletons of every kind.
void write_reading_of_arguments(Writer& body, const Call& call, bool with_outs = true);
bool has_inputs(const Call& call);
// Returns "::std::string_view name[] = {...};" for the exceptions that the call may raise.
std::string table_of_raised_ids(const Call& call, const std::string& name);

}  // namespace dimma::idl::cxx
