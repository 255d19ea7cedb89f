// The names that dimma's headers declare in the namespaces of OMG modules, and that generated files cannot declare
// again.
#pragma once

#include <string_view>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the header that declares another entity with the same C++ name; empty if there is none. A typedef may repeat
// a typedef of the header.
std::string_view own_header_with(const Declaration& declaration);

// Like the function above, but for a name in a namespace.
std::string_view own_header_with(std::string_view scope, std::string_view name, bool is_typedef);

}  // namespace dimma::idl::cxx
