#pragma once
// Finds libraries, modules of pkg-config, programs and options of IDL compilers in makefiles and CMake lists.

#include "services/tools/port/usage.hpp"

#include <string_view>
#include <vector>

namespace dimma::tools::port {

// Returns the uses in the text of one file. Options of omniidl and tao_idl are judged by dimma-idl's own parser of its
// command line.
std::vector<Use> build_uses(const Table& table, std::string_view text);

}  // namespace dimma::tools::port
