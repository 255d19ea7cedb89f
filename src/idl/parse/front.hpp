// The front end: from the path of a file to a checked specification.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "idl/preprocess/file_reader.hpp"
#include "idl/preprocess/preprocess_options.hpp"
#include "idl/text/diagnostics.hpp"
#include "idl/text/preprocessed_text.hpp"
#include "idl/tree/ast.hpp"
#include "idl/tree/scope.hpp"
#include "idl/tree/source_map.hpp"

namespace dimma::idl {

// Parses and checks preprocessed text. Errors go to `diagnostics`. Returns nullptr after an error from which the parser
// cannot recover. A tree with errors must only be used to find more errors.
std::unique_ptr<Specification> parse(const PreprocessedText& text, Diagnostics& diagnostics,
                                     LetterCase letter_case = LetterCase::Ignored);

// Returns the names of the annotations of IDL 4.2 and of dimma, without the '@'.
std::vector<std::string_view> known_annotations();

struct FrontResult {
  std::unique_ptr<Specification> specification;  // nullptr if there were errors
  std::vector<std::string> dependencies;         // paths of all files that were read, the main file first
};

// Preprocesses, parses and checks one file.
FrontResult read_specification(const std::string& path, const FileReader& reader, const PreprocessOptions& options,
                               SourceFiles& files, Diagnostics& diagnostics,
                               LetterCase letter_case = LetterCase::Ignored);

// The results for a text that is being edited.
struct Draft {
  // The part that could be parsed despite errors: types may be nullptr. nullptr if preprocessing had to stop.
  std::unique_ptr<Specification> specification;
  SourceMap map;
};

// Reads a file like read_specification(), for a language server, while the text is being edited. Stops at the error
// limit of `diagnostics` without throwing TooManyErrors.
Draft read_draft(const std::string& path, const FileReader& reader, const PreprocessOptions& options,
                 SourceFiles& files, Diagnostics& diagnostics, LetterCase letter_case = LetterCase::Ignored);

}  // namespace dimma::idl
