// The part of the function that serves a call which skeletons of every kind have.
#pragma once

#include <string>

#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::cxx {

// Used by the functions that serve one call, in skeletons of every kind: declares the parameters, those that are out
// only if asked for, and reads the others from `_request`.
void write_reading_of_arguments(Writer& body, const Call& call, bool with_outs = true);
bool has_inputs(const Call& call);
// "::std::string_view name[] = {...};", of the exceptions that the call may raise.
std::string table_of_raised_ids(const Call& call, const std::string& name);

}  // namespace dimma::idl::cxx
