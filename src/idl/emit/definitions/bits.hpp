// Writes bitmasks and bitsets.
#pragma once

#include <vector>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

void write_bitmask(Writer& writer, const Bitmask& mask);
// Returns all fields, with those of the bases first.
std::vector<const Bitfield*> all_fields(const Bitset& set);

void write_bitset(Writer& writer, const Bitset& set);

}  // namespace dimma::idl::cxx
