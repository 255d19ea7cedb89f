// Names that the preprocessor takes for itself wherever generated code is compiled.
#pragma once

#include <string_view>

namespace dimma::idl::cxx {

// True for the names that macros.txt lists.
bool is_macro(std::string_view word);

}  // namespace dimma::idl::cxx
