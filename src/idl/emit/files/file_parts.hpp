#pragma once
// The parts that several generated files have: the first line, the include guard, and the headers of included IDL
// files.

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/files/file_names.hpp"
#include "idl/emit/text/writer.hpp"

#include <set>
#include <string>
#include <vector>

namespace dimma::idl::cxx {

void write_stamp(Writer& writer, const FileNames& names);
// For the files that the user edits.
void write_servant_stamp(Writer& writer, const FileNames& names);

void open_guard(Writer& writer, const std::string& guard);
void close_guard(Writer& writer, const std::string& guard);

// Includes the generated headers of the included IDL files. The declarations of orb.idl are in dimma's own headers.
void write_includes(Writer& writer, const std::vector<const Inclusion*>& inclusions, const std::string& suffix,
                    std::set<std::string> orb_parts = {});

}  // namespace dimma::idl::cxx
