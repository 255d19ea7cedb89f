#pragma once
// The properties that are sent with a call.

#include <dimma/classic/dynamic/context.hpp>
#include <dimma/classic/dynamic/lists.hpp>

#include <string>
#include <vector>

namespace dimma::classic {

// Returns the names and values of the properties that match one of the patterns, in turn. The context may be null.
std::vector<std::string> properties_to_send(CORBA::Context_ptr context, CORBA::ContextList& patterns);

// Returns a new context with the properties of a message.
CORBA::Context_ptr received_context(const std::vector<std::string>& properties);

// Returns a new reference to the default context.
CORBA::Context_ptr default_context();

}  // namespace dimma::classic
