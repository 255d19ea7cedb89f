// The context in which a declaration is written.
#pragma once

#include <set>
#include <string>

#include "idl/emit/contents/emit_options.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The information that the writers of definitions and operations need in addition to the declaration.
struct Context {
  const EmitOptions& options;
  const VariableNames& names;
  // Structs, unions and exceptions that are written while one of their member types is incomplete. Their functions are
  // written after all types.
  const std::set<const Declaration*>& unfinished;
  // A word unique to the IDL file. It is part of the names of local entities, since sources may be compiled as one
  // (unity build).
  const std::string& file;
  // Writes one definition of any kind. The writer of a class calls this for nested definitions.
  void (*write_definition)(Writer& writer, const Declaration& declaration, const Context& context);
};

}  // namespace dimma::idl::cxx
