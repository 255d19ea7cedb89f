// The places of names and scopes in the source text, for tools that answer questions about places, such as the language
// server.
#pragma once

#include <limits>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl {

// A name in the text, at its declaration or at a use. Each part of a scoped name is a name of its own.
struct NamePlace {
  SourceRange range;
  const Declaration* declaration = nullptr;
};

// The body of a declaration, from its opening to its closing token. `end` is at `unbounded` if the text ends within it.
struct ScopePlace {
  static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();
  SourceLocation begin;
  SourceLocation end;
  const Declaration* owner = nullptr;
};

// The places in the order of parsing. They point to declarations of the specification that was parsed at the same time.
struct SourceMap {
  std::vector<NamePlace> names;
  std::vector<ScopePlace> scopes;  // outer scopes precede inner ones
};

}  // namespace dimma::idl
