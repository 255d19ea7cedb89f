// The back end of dimma-idl: turns a checked specification into C++ source text of the IDL-to-C++11 mapping.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/emit_options.hpp"
#include "idl/text/diagnostics.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl {

struct OutputFile {
  std::string path;  // the output directory, the input's stem and a suffix
  std::string text;
  bool is_begun = false;  // a starting point for the user; never overwritten
};

// Returns the generated files: stub header and source, then skeleton header and source if requested. Writes no files. A
// language feature that the emitter does not support yet is reported as an error at its place in the IDL; the result is
// then empty.
std::vector<OutputFile> emit(const Specification& specification, const EmitOptions& options, Diagnostics& diagnostics);

}  // namespace dimma::idl
