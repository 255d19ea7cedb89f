#pragma once
// Converts texts of any octets to a form that JSON can have.

#include <string>
#include <string_view>

namespace dimma::inspect {

// Returns UTF-8, as JSON needs. Texts of peers that are not UTF-8 are taken as ISO 8859-1.
std::string utf8(std::string_view text);

}  // namespace dimma::inspect
