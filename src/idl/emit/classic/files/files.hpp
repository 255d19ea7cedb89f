// Writes the files that are generated from one IDL file.
#pragma once

#include <string>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/files/file_names.hpp"

namespace dimma::idl::classic {

// The files of stubs contain the skeletons too, if the options combine them.
std::string stub_header(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context);
std::string stub_source(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context);
std::string skeleton_header(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context);
std::string skeleton_source(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context);

}  // namespace dimma::idl::classic
