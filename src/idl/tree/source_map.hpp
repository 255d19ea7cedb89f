// The places of names and scopes in the source text, for programs that answer questions about places, such as the
// language server.
#pragma once

#include <limits>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl {

// A name in the text: at its declaration, or a use of it. Each part of a scoped name is also a name.
struct NamePlace {
  SourceRange range;
  const Declaration* declaration = nullptr;
};

// The body of a declaration, from its opening to its closing token. It ends at `unbounded` if the text ends before.
struct ScopePlace {
  static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();
  SourceLocation begin;
  SourceLocation end;
  const Declaration* owner = nullptr;
};

// In the order in which the parser reads them. The declarations are those of the specification that was read at the
// same time.
struct SourceMap {
  std::vector<NamePlace> names;
  std::vector<ScopePlace> scopes;  // a scope comes before those within it
};

}  // namespace dimma::idl
