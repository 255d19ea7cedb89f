// Writes structs, which are aggregates in the classic mapping (formal/2012-07-02, 4.9).
#pragma once

#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

void write_struct(cxx::Writer& writer, const Struct& structure, const cxx::Context& context);

}  // namespace dimma::idl::classic
