// Declarations for a reader: what hovering over a name shows.
#pragma once

#include <string>

#include "idl/text/source.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl {

// "sequence<M::S, 5>"; "?" for a type that could not be read.
std::string type_text(const Type* type);

// The declaration as IDL, in one line: "struct S : Base", "void f(in long a) raises (E);".
std::string declaration_line(const Declaration& declaration);
// The same with the members of structs, unions, enums, exceptions and their like. Long ones are cut.
std::string declaration_text(const Declaration& declaration);

// The comment that stands above the declaration, or after it on its line; without the marks of comments.
std::string comment_of(const SourceFiles& files, const Declaration& declaration);

}  // namespace dimma::idl
