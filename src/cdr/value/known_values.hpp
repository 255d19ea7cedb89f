// Looks up valuetypes, whose values may be created without a factory.
#pragma once

#include <dimma/value.hpp>

namespace dimma::cdr {

// Returns nullptr if the program has no valuetype with that repository id.
const ValueType* known_value_type(std::string_view repository_id);

}  // namespace dimma::cdr
