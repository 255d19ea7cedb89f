// Words that already have a meaning in C++.
#pragma once

#include <string_view>

namespace dimma::idl::cxx {

// Returns true for keywords and alternative tokens of C++20, and for macros of the headers that generated code includes
// and of the standard library, which an application may include before them.
bool is_cxx_word(std::string_view word);

// Returns true for variables of the C library and of the ORB's base classes, which a parameter's name would hide.
bool is_cxx_variable(std::string_view word);

}  // namespace dimma::idl::cxx
