// Definitions of types and constants, in the order of the IDL text, for the stub header.
#pragma once

#include <set>
#include <vector>

#include "idl/emit/emit.hpp"
#include "idl/emit/names.hpp"
#include "idl/emit/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The surroundings that the writers of definitions and of operations need besides the declaration.
struct Context {
  const EmitOptions& options;
  const VariableNames& names;
  // Structs, unions and exceptions that are written where some type of theirs is not complete yet; their functions
  // follow behind all types.
  const std::set<const Declaration*>& unfinished;
  // Unique to the IDL file, a part of the names of what is local to generated sources: several may be compiled as one.
  const std::string& file;
};

// All definitions of one scope that become members of a class (of an interface, struct or exception).
void write_members(Writer& writer, const std::vector<Declaration*>& contents, const Context& context);

// One definition in a namespace or, by the function above, in a class. Operations and attributes are none.
void write_definition(Writer& writer, const Declaration& declaration, const Context& context);

// The forward declarations and definitions of a scope that C++ needs: of several forward declarations the first, and
// that only before the definition.
std::vector<const Declaration*> without_repeated_forwards(const std::vector<const Declaration*>& contents);

void write_constant(Writer& writer, const Constant& constant);
void write_enum(Writer& writer, const Enum& enumeration, const Context& context);

void write_struct(Writer& writer, const Struct& structure, const Context& context);
void write_union(Writer& writer, const Union& subject, const Context& context);
void write_exception(Writer& writer, const Exception& exception, const Context& context);

// The functions of one that was unfinished; its namespace is open.
void write_struct_functions(Writer& writer, const Struct& structure, const Context& context);
void write_union_functions(Writer& writer, const Union& subject, const Context& context);
void write_exception_functions(Writer& writer, const Exception& exception, const Context& context);

// Writes an exception's part of the stub source; the namespace is open.
void write_exception_source(Writer& writer, const Exception& exception);

}  // namespace dimma::idl::cxx
