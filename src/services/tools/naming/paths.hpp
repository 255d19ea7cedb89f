#pragma once
// Names as arguments of commands, and in their output.

#include "DimmaNaming.hpp"

#include <string>
#include <string_view>

namespace dimma::tools::naming {

// Parses a NAME argument; returns an empty name for "" and "/". Throws UsageError.
CosNaming::Name parse_path(std::string_view text);
// The same for a command that can't be used on the root.
CosNaming::Name parse_binding_path(std::string_view text);
// Returns the name for people and JSON; "/" for the root.
std::string path_text(const CosNaming::Name& name);
}  // namespace dimma::tools::naming
