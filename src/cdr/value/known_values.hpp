// Valuetypes that can be made without a factory.
#pragma once

#include <dimma/value.hpp>

namespace dimma::cdr {

// nullptr when there is none of that repository id in the program.
const ValueType* known_value_type(std::string_view repository_id);

}  // namespace dimma::cdr
