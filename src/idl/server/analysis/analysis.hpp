// The front end's results for one document, kept to answer questions about places in it.
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
  // Reads the file with `reader`, which is not used after the constructor.
  Analysis(const std::string& path, const FileReader& reader, const AnalysisOptions& options);

  const SourceFiles& files() const { return files_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_.all(); }
  // Returns nullptr if preprocessing had to stop.
  const Specification* specification() const { return draft_.specification.get(); }
  const SourceMap& map() const { return draft_.map; }

  // Returns the name at this place of a file, with its declaration; nullptr if there is none.
  const NamePlace* name_at(const SourceLocation& place) const;
  // Returns the #include whose file name is at this place; nullptr if there is none.
  const Inclusion* inclusion_at(const SourceLocation& place) const;
  // Returns the innermost declaration whose body contains the place; nullptr at global scope.
  const Declaration* scope_at(const SourceLocation& place) const;

 private:
  SourceFiles files_;
  Diagnostics diagnostics_;
  Draft draft_;
};

// Returns true if `a` is before `b` in the same file.
bool is_before(const SourceLocation& a, const SourceLocation& b);

// Returns the members of a scope, then those of its bases, with the enumerators of each enum after it. `scope` is
// nullptr for the global scope. A module is listed once for each opening. A forward declaration stands for its target,
// which is listed only once.
std::vector<const Declaration*> held_by(const Specification& specification, const Declaration* scope);

}  // namespace dimma::idl
