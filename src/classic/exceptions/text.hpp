#pragma once
// Exceptions as text.

#include <dimma/classic/exception.hpp>

#include <string>

namespace dimma::classic {

// Returns the text that the modern mapping's exception of the same class would write.
std::string text_of(const CORBA::SystemException& exception);

}  // namespace dimma::classic
