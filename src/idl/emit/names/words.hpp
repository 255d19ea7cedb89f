// Words that mean something in C++ already.
#pragma once

#include <string_view>

namespace dimma::idl::cxx {

// Keywords and alternative tokens of C++20, and macros of the headers that generated code includes and of the standard
// library, which an application may include before them.
bool is_cxx_word(std::string_view word);

// Variables of the C library and of the ORB's base classes, which a parameter of the same name would hide.
bool is_cxx_variable(std::string_view word);

}  // namespace dimma::idl::cxx
