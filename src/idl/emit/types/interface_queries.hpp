// The facts about interfaces that decide which code there is for them.
#pragma once

#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// True if it has stubs and skeletons, and its objects can be elsewhere.
bool is_remote(const Interface& interface);

bool is_abstract(const Interface& interface);
// All bases, and after them the interface itself.
std::vector<const Interface*> with_bases(const Interface& interface);
// The abstract ones among all bases.
std::vector<const Interface*> abstract_bases(const Interface& interface);
// The abstract bases whose operations a stub makes itself: those that no stub among its bases makes, or several do.
std::vector<const Interface*> bases_to_make(const Interface& interface);

// True for the reply handler of asynchronous calls.
bool is_reply_handler(const Interface& interface);

}  // namespace dimma::idl::cxx
