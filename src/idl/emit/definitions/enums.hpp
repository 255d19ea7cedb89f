// Writes enumerations.
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

void write_enum(Writer& writer, const Enum& enumeration, const Context& context);

}  // namespace dimma::idl::cxx
