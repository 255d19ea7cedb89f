// Writes constants.
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

void write_constant(Writer& writer, const Constant& constant);

}  // namespace dimma::idl::cxx
