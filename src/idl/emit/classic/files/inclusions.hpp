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

// Includes the headers of those parts of orb.idl that the file uses and does not include: applications generate them
// from ir.idl, boxes.idl and services.idl.
void write_orb_parts(cxx::Writer& writer, const cxx::Contents& contents, const std::string& suffix);

}  // namespace dimma::idl::classic
