// Computes the fewest octets that an encoded value takes.
#pragma once

#include <cstdint>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Does not count padding, which depends on the place of the value. The declaration is an enum, struct, union or
// exception.
std::uint64_t octets_min(const Declaration& declaration);
std::uint64_t octets_min(const Type& type);

}  // namespace dimma::idl::classic
