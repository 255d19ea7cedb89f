#pragma once
// Names in the arguments and in the output of commands.

#include "DimmaNaming.hpp"

#include <string>
#include <string_view>

namespace dimma::tools::naming {

// Parses a NAME argument. Returns an empty name for "" and "/". Throws UsageError.
CosNaming::Name parse_path(std::string_view text);
// Like parse_path(), but for a command that cannot be used on the root. Throws UsageError for the root.
CosNaming::Name parse_binding_path(std::string_view text);
// Returns the name for output; "/" for the root.
std::string path_text(const CosNaming::Name& name);
}  // namespace dimma::tools::naming
