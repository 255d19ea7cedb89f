// Determines properties of the labels of unions.
#pragma once

#include <optional>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the lowest value of the discriminator's type that is not a label; nullopt if all values are labels.
std::optional<ConstantValue> lowest_unlisted(const Union& subject);

}  // namespace dimma::idl::cxx
