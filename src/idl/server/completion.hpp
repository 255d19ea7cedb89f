// Finds the words that may be at a place of a document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "idl/server/analysis.hpp"

namespace dimma::idl {

struct Completion {
  enum class Kind { Keyword, Annotation, Declared };
  Kind kind = Kind::Keyword;
  std::string text;                          // the text to insert; a name that is a keyword is escaped
  const Declaration* declaration = nullptr;  // if the word is Declared
};

// `before` is the document's text up to the place, `place` the same place in the analysis, which has a specification.
// Returns nothing within comments, literals and directives, the names of a scope after "Scope::", annotations after
// "@", otherwise the names that are visible at the place, and keywords.
std::vector<Completion> completions(const Analysis& analysis, std::string_view before, const SourceLocation& place);

}  // namespace dimma::idl
