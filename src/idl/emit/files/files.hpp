// Writes the files that are generated from one IDL file.
#pragma once

#include <string>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/text/diagnostics.hpp"

namespace dimma::idl::cxx {

// The names of the generated files and of their IDL file.
struct FileNames {
  std::string source;  // the IDL file, as named in the stamp
  std::string stem;    // the name of the output files without their suffixes
  std::string local;   // unique to the IDL file; part of the names of local entities
  std::string guard;   // unique to the IDL file; part of the names of macros
};

FileNames file_names(const Specification& specification, const SourceFiles& files);

std::string stub_header(const Contents& contents, const FileNames& names, const Context& context);
std::string stub_source(const Contents& contents, const FileNames& names, const Context& context);
std::string asynchronous_header(const Contents& contents, const FileNames& names, const Context& context);
std::string skeleton_header(const Contents& contents, const FileNames& names, const Context& context);
std::string skeleton_source(const Contents& contents, const FileNames& names, const Context& context);
std::string deferred_header(const Contents& contents, const FileNames& names, const Context& context);
std::string deferred_source(const Contents& contents, const FileNames& names, const Context& context);
std::string awaitable_header(const Contents& contents, const FileNames& names, const Context& context);
std::string servant_header(const Contents& contents, const FileNames& names, const Context& context);
std::string servant_source(const Contents& contents, const FileNames& names, const Context& context);

}  // namespace dimma::idl::cxx
