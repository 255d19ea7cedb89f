// The places of names and scopes in the source text, for programs that answer questions about a place: the language
// server.
#pragma once

#include <limits>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl {

// A name in the text: that of a declaration where it is declared, or a use of it. A part of a scoped name is a name
// too.
struct NamePlace {
  SourceRange range;
  const Declaration* declaration = nullptr;
};

// The body of a declaration, from its opening to its closing token. It ends at `unbounded` where the text ends before.
struct ScopePlace {
  static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();
  SourceLocation begin;
  SourceLocation end;
  const Declaration* owner = nullptr;
};

// In the order in which the parser comes to them. The declarations are those of the specification that was read with
// it.
struct SourceMap {
  std::vector<NamePlace> names;
  std::vector<ScopePlace> scopes;  // a scope stands before those within it
};

}  // namespace dimma::idl
