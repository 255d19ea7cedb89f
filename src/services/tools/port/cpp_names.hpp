#pragma once
// Finds the names of the table in C++ source text.

#include "services/tools/port/usage.hpp"

#include <string_view>
#include <vector>

namespace dimma::tools::port {

// Returns the uses in the text of one file; none if it does not use CORBA. A name of a namespace that the table covers
// (CORBA::X), but which it does not have, counts as lacking.
std::vector<Use> cpp_uses(const Table& table, std::string_view text);

}  // namespace dimma::tools::port
