#pragma once
// Texts that may be of any octets, as JSON can have them.

#include <string>
#include <string_view>

namespace dimma::inspect {

// JSON is UTF-8. Names of peers that are not are shown as ISO 8859-1.
std::string utf8(std::string_view text);

}  // namespace dimma::inspect
