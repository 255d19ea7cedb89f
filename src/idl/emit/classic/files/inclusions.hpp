// Writes the #include directives of the generated headers of included IDL files.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::classic {

// Without `keeps_paths`, the header of "../parts/unit.idl" is "unit.hh". The declarations of orb.idl are in dimma's own
// headers.
void write_inclusions(cxx::Writer& writer, const std::vector<const Inclusion*>& inclusions, const std::string& suffix,
                      bool keeps_paths);

}  // namespace dimma::idl::classic
