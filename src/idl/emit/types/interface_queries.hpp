// Answers questions about interfaces that decide which code is generated for them.
#pragma once

#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns true if it has stubs and skeletons, and its objects can be in another process.
bool is_remote(const Interface& interface);

bool is_abstract(const Interface& interface);
// Returns all bases, and after them the interface itself.
std::vector<const Interface*> with_bases(const Interface& interface);
// Returns the abstract ones among all bases.
std::vector<const Interface*> abstract_bases(const Interface& interface);
// Returns the abstract bases whose operations a stub makes itself, since no stub among its bases does, or several do.
std::vector<const Interface*> bases_to_make(const Interface& interface);

// Returns true for the reply handler of asynchronous calls.
bool is_reply_handler(const Interface& interface);

}  // namespace dimma::idl::cxx
