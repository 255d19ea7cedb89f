// Writes what makes modules visible that are defined within a namespace of another name
// (ClassicEmitOptions::enclosing).
#pragma once

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::classic {

// Writes using-directives for the namespaces of the stubs or skeletons, if they are enclosed. The definitions come
// later, and their names are then found as if they were in the global namespace: both mappings can be in one process.
void write_directives_of_stubs(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context);
void write_directives_of_skeletons(cxx::Writer& writer, const cxx::Contents& contents, const cxx::Context& context);

}  // namespace dimma::idl::classic
