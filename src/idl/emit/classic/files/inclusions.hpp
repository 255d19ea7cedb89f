// Writes the #include directives of generated headers.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::classic {

// Includes a generated header of the same IDL file.
void write_inclusion(cxx::Writer& writer, const std::string& header);

// Without `keeps_paths`, the generated header of an included "../parts/unit.idl" is "unit.hh". The declarations of
// orb.idl are in dimma's own headers.
void write_inclusions(cxx::Writer& writer, const std::vector<const Inclusion*>& inclusions, const std::string& suffix,
                      bool keeps_paths);

}  // namespace dimma::idl::classic
