// Finds the words that can be inserted at a place in a document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "idl/server/analysis/analysis.hpp"

namespace dimma::idl {

struct Completion {
  enum class Kind { Keyword, Annotation, Declared };
  Kind kind = Kind::Keyword;
  std::string text;                          // the text to insert; a name that is also a keyword is escaped
  const Declaration* declaration = nullptr;  // nullptr unless `kind` is Declared
};

// Returns the words that can continue the text:
// - nothing within comments, literals and directives
// - the names of a scope after "Scope::"
// - annotations after "@"
// - otherwise the names that are visible at the place, and keywords
// `before` is the document's text up to the place; `place` is the same place in the analysis, which must have a
// specification.
std::vector<Completion> completions(const Analysis& analysis, std::string_view before, const SourceLocation& place);

}  // namespace dimma::idl
