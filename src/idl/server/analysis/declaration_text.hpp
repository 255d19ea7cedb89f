// Describes declarations as text, for hovers in an editor.
#pragma once

#include <string>

#include "idl/text/source.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl {

// Returns the type in IDL, for example "sequence<M::S, 5>"; "?" for a type with an error.
std::string type_text(const Type* type);

// Returns the declaration in one line of IDL: "struct S : Base", "void f(in long a) raises (E);".
std::string declaration_line(const Declaration& declaration);
// Like declaration_line(), but includes the members of structs, unions, enums, exceptions and similar declarations.
// Long lists are truncated.
std::string declaration_text(const Declaration& declaration);

// Returns the comment above the declaration, or after it on the same line, without comment markers; empty if there is
// none.
std::string comment_of(const SourceFiles& files, const Declaration& declaration);

}  // namespace dimma::idl
