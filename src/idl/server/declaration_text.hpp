// Describes declarations for a reader: the text that hovering over a name shows.
#pragma once

#include <string>

#include "idl/text/source.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl {

// Returns "sequence<M::S, 5>"; "?" for a type that could not be read.
std::string type_text(const Type* type);

// Returns the declaration as IDL, in one line: "struct S : Base", "void f(in long a) raises (E);".
std::string declaration_line(const Declaration& declaration);
// The same with the members of structs, unions, enums, exceptions and similar declarations. Long lists are cut.
std::string declaration_text(const Declaration& declaration);

// Returns the comment above the declaration, or after it on its line, without the marks of comments.
std::string comment_of(const SourceFiles& files, const Declaration& declaration);

}  // namespace dimma::idl
