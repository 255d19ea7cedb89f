#pragma once
// The names of the files that are generated from one IDL file, and of the guards in them.

#include "idl/text/diagnostics.hpp"
#include "idl/tree/ast.hpp"

#include <string>
#include <string_view>

namespace dimma::idl::cxx {

std::string without_directory(const std::string& path);
std::string without_extension(const std::string& path);

// Returns the text's FNV-1a hash, which makes the guards of files with the same name in different folders differ.
std::string fingerprint(std::string_view text);

// The names of the generated files and of their IDL file.
struct FileNames {
  std::string source;  // the IDL file, as named in the stamp
  std::string stem;    // the name of the output files without their suffixes
  std::string local;   // unique to the IDL file; part of the names of local entities
  std::string guard;   // unique to the IDL file; part of the names of macros
};

FileNames file_names(const Specification& specification, const SourceFiles& files);

}  // namespace dimma::idl::cxx
