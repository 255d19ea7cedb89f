#pragma once
// Converts arbitrary octets to text that JSON can contain.

#include <string>
#include <string_view>

namespace dimma::inspect {

// Returns the text as UTF-8. A text that is not valid UTF-8 is taken as ISO 8859-1.
std::string utf8(std::string_view text);

}  // namespace dimma::inspect
