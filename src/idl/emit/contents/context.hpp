// The context in which a declaration is written.
#pragma once

#include <set>
#include <string>

#include "idl/emit/contents/emit_options.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The things that the writers of definitions and of operations need besides the declaration.
struct Context {
  const EmitOptions& options;
  const VariableNames& names;
  // Structs, unions and exceptions that are written while one of their types is not yet complete. Their functions
  // follow after all types.
  const std::set<const Declaration*>& unfinished;
  // Unique to the IDL file, and part of the names of local entities in generated sources, which may be compiled as one.
  const std::string& file;
  // Writes one definition of any kind. A class calls it for its nested definitions.
  void (*write_definition)(Writer& writer, const Declaration& declaration, const Context& context);
};

}  // namespace dimma::idl::cxx
