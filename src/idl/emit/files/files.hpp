// Writes the files that are generated from one IDL file.
#pragma once

#include <string>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/files/file_names.hpp"

namespace dimma::idl::cxx {

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
