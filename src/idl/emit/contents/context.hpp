// The surroundings of a declaration that is written.
#pragma once

#include <set>
#include <string>

#include "idl/emit/contents/emit_options.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The surroundings that the writers of definitions and of operations need besides the declaration.
struct Context {
  const EmitOptions& options;
  const VariableNames& names;
  // Structs, unions and exceptions that are written while some type of theirs is not complete yet; their functions
  // follow after all types.
  const std::set<const Declaration*>& unfinished;
  // Unique to the IDL file, a part of the names of what is local to generated sources: several may be compiled as one.
  const std::string& file;
  // Writes one definition of any kind; a class calls it for those that stand in it.
  void (*write_definition)(Writer& writer, const Declaration& declaration, const Context& context);
};

}  // namespace dimma::idl::cxx
