// Writes enumerations (formal/2012-07-02, 4.6).
#pragma once

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

void write_enum(cxx::Writer& writer, const Enum& enumeration);

}  // namespace dimma::idl::classic
