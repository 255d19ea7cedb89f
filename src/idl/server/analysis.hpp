// The front end's result for the text of a document, kept to answer questions about its places.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idl/parse/front.hpp"

namespace dimma::idl {

struct AnalysisOptions {
  PreprocessOptions preprocess;
  DiagnosticOptions diagnostics;
  LetterCase letter_case = LetterCase::Ignored;
};

class Analysis {
 public:
  // Reads the file by `reader`, which need not outlive the call.
  Analysis(const std::string& path, const FileReader& reader, const AnalysisOptions& options);

  const SourceFiles& files() const { return files_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_.all(); }
  // Null if preprocessing had to stop.
  const Specification* specification() const { return draft_.specification.get(); }
  const SourceMap& map() const { return draft_.map; }

  // The declaration that the name at this place of a file means; null for none.
  const NamePlace* name_at(const SourceLocation& place) const;
  // The #include whose file name is at this place.
  const Inclusion* inclusion_at(const SourceLocation& place) const;
  // The innermost declaration around the place whose body holds it; null at global scope.
  const Declaration* scope_at(const SourceLocation& place) const;

 private:
  SourceFiles files_;
  Diagnostics diagnostics_;
  Draft draft_;
};

// True if the first stands before the second in one file.
bool is_before(const SourceLocation& a, const SourceLocation& b);

// The members of a scope, those of its bases after its own, and the enumerators of its enums after each of them.
// Modules are listed once for each opening, and declarations that are only forward not at all. Null: the global scope.
std::vector<const Declaration*> held_by(const Specification& specification, const Declaration* scope);

}  // namespace dimma::idl
