// Bitmasks and bitsets.
#pragma once

#include "idl/ast.hpp"
#include "idl/emit/writer.hpp"

namespace dimma::idl::cxx {

void write_bitmask(Writer& writer, const Bitmask& mask);
void write_bitset(Writer& writer, const Bitset& set);

}  // namespace dimma::idl::cxx
