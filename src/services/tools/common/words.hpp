#pragma once
// Puts exceptions, and texts of peers, into words for people.

#include <dimma/exception.hpp>

#include <string>
#include <string_view>

namespace dimma::tools {

// Returns the exception's text, printable.
std::string words_of(const CORBA::Exception& exception);

// Octets that a terminal obeys or that are not UTF-8 become \xHH, and so do characters that reorder or hide text.
std::string printable(std::string_view text);

}  // namespace dimma::tools
