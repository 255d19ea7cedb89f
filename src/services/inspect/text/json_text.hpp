#pragma once
// Writes JSON with numbers in plain notation: 8.04 instead of Boost.JSON's 8.04E0.

#include <string>

namespace boost::json {
class value;
}

namespace dimma::inspect {

// Returns the value as one line. Recurses for nested values.
std::string json_text(const boost::json::value& value);

}  // namespace dimma::inspect
