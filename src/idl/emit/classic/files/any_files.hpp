// Writes the code for Any and TypeCode: the constants `_tc_Name`, and the operators `<<=` and `>>=`.
#pragma once

#include <string>

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/files/file_names.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::classic {

// Writes the definitions of all constants and operators, at global scope.
void write_any_definitions(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context);

// Return the files for Any and TypeCode. With omniORB's file names there is no header: that of the stubs has the
// declarations.
std::string any_header(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context);
std::string any_source(const cxx::Contents& contents, const cxx::FileNames& names, const cxx::Context& context);

}  // namespace dimma::idl::classic
