#pragma once
// Names as arguments of commands, and as their output.

#include "DimmaNaming.hpp"

#include <string>
#include <string_view>

namespace dimma::tools::naming {

// A NAME argument; empty for "" and "/". Throws UsageError.
CosNaming::Name parse_path(std::string_view text);
// The same for a command that can do nothing with the root.
CosNaming::Name parse_binding_path(std::string_view text);
// For people and JSON; "/" for the root.
std::string path_text(const CosNaming::Name& name);
}  // namespace dimma::tools::naming
