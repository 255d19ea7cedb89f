// Names that must not occur in generated code, since a macro of that name may be defined.
#pragma once

#include <string_view>

namespace dimma::idl::cxx {

// Returns true for the names that macros.txt lists.
bool is_macro(std::string_view word);

}  // namespace dimma::idl::cxx
