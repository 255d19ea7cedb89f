// The back end of the classic mapping: turns a checked specification into C++11 source text of the IDL-to-C++ mapping
// (formal/2012-07-02).
#pragma once

#include <vector>

#include "idl/emit/contents/emit_options.hpp"
#include "idl/emit/emit.hpp"
#include "idl/text/diagnostics.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl {

// Like emit(): returns the generated files, or nothing if there is a feature that the mapping does not support yet,
// which is reported as an error at its place in the IDL.
std::vector<OutputFile> emit_classic(const Specification& specification, const EmitOptions& options,
                                     Diagnostics& diagnostics);

}  // namespace dimma::idl
