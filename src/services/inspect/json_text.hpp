#pragma once
// Writes JSON with numbers as people write them: 8.04, not Boost.JSON's 8.04E0.

#include <string>

namespace boost::json {
class value;
}

namespace dimma::inspect {

// Writes on one line. Recurses as deep as the value is nested.
std::string json_text(const boost::json::value& value);

}  // namespace dimma::inspect
