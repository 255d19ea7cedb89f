// Determines the properties of interfaces on which the generated code depends.
#pragma once

#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if the interface has stubs and skeletons, so that its objects can be in another process.
bool is_remote(const Interface& interface);

bool is_abstract(const Interface& interface);
// Returns all bases, direct and indirect, followed by the interface itself.
std::vector<const Interface*> with_bases(const Interface& interface);
// Returns the abstract interfaces among all bases.
std::vector<const Interface*> abstract_bases(const Interface& interface);
// Returns the abstract bases whose operations a stub must implement itself: all but those that the stub of exactly one
// direct base implements.
std::vector<const Interface*> bases_to_make(const Interface& interface);

// Returns true for the reply handlers of asynchronous calls.
bool is_reply_handler(const Interface& interface);

}  // namespace dimma::idl::cxx
