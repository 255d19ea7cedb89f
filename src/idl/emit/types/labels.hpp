// The labels of unions.
#pragma once

#include <optional>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The lowest value of the discriminator's type that no label names; nothing when they name all.
std::optional<ConstantValue> lowest_unlisted(const Union& subject);

}  // namespace dimma::idl::cxx
