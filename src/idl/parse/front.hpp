// The front end as a whole: from a file's path to a checked specification.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "idl/text/diagnostics.hpp"
#include "idl/text/preprocess.hpp"
#include "idl/tree/ast.hpp"
#include "idl/tree/scope.hpp"

namespace dimma::idl {

// Parses and checks preprocessed text. What is wrong goes to `diagnostics`; null when the parser had to give up. After
// errors the tree is only good for finding more of them.
std::unique_ptr<Specification> parse(const PreprocessedText& text, Diagnostics& diagnostics,
                                     LetterCase letter_case = LetterCase::Ignored);

struct FrontResult {
  std::unique_ptr<Specification> specification;  // null when there were errors
  std::vector<std::string> dependencies;         // the paths of all files read, the main one first
};

// Preprocesses, parses and checks one file.
FrontResult read_specification(const std::string& path, const FileReader& reader, const PreprocessOptions& options,
                               SourceFiles& files, Diagnostics& diagnostics,
                               LetterCase letter_case = LetterCase::Ignored);

}  // namespace dimma::idl
