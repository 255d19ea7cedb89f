// Names that the preprocessor would replace in generated code.
#pragma once

#include <string_view>

namespace dimma::idl::cxx {

// Returns true for the names that macros.txt lists.
bool is_macro(std::string_view word);

}  // namespace dimma::idl::cxx
