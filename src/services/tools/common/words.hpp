#pragma once
// Converts exceptions and texts of peers to messages for the user.

#include <dimma/exception.hpp>

#include <string>
#include <string_view>

namespace dimma::tools {

// Returns the message of the exception, printable.
std::string words_of(const CORBA::Exception& exception);

// Returns the text with \xHH in place of octets that control a terminal or are not UTF-8, and of characters that
// reorder or hide text.
std::string printable(std::string_view text);

}  // namespace dimma::tools
