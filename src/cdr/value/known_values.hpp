// Looks up the valuetypes whose values can be created without a factory.
#pragma once

#include <dimma/value.hpp>

namespace dimma::cdr {

// Returns nullptr if no such valuetype has that repository id.
const ValueType* known_value_type(std::string_view repository_id);

}  // namespace dimma::cdr
