#pragma once
// JSON as text, with numbers as people write them: 8.04 and not 8.04E0, which Boost.JSON has.

#include <string>

namespace boost::json {
class value;
}

namespace dimma::inspect {

// On one line. Recurses as deep as the value is.
std::string json_text(const boost::json::value& value);

}  // namespace dimma::inspect
