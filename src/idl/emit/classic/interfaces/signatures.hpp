// Writes the C++ signatures of operations and attributes.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/interfaces/calls.hpp"

namespace dimma::idl::classic {

std::string result_type(const cxx::Call& call);
// Returns "const char* text, ::M::Items& items".
std::string parameter_list(const cxx::Call& call);
// Returns "const char*, ::M::Items&".
std::string parameter_types(const cxx::Call& call);
// Returns "text, items", which passes the parameters on to another function.
std::string argument_list(const cxx::Call& call);

// The signature of a `sendc_` operation.
struct AsynchronousSignature {
  std::string handler;                        // the name of the parameter for the handler
  std::vector<cxx::CallParameter> arguments;  // the others: the values that are sent to the object
  std::string parameters;                     // all: "::M::AMI_EchoHandler_ptr ami_handler, const char* text"
};

// The call is the synchronous one. The interface has a reply handler.
AsynchronousSignature asynchronous_signature(const Interface& interface, const cxx::Call& call,
                                             const cxx::VariableNames& names);

}  // namespace dimma::idl::classic
