// Collects the faults of the input and prints them in the form of compilers: place, message, line, marker.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "idl/text/source.hpp"

namespace dimma::idl {

enum class Severity { Note, Warning, Error };

// The optional family of a warning. Families that are off by default are marked.
enum class WarningKind {
  General,
  UnknownPragmas,  // off by default: -Wunknown-pragmas
};

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceRange range;
  std::string message;
};

struct DiagnosticOptions {
  bool warnings_are_errors = false;
  bool suppress_warnings = false;
  bool warn_unknown_pragmas = false;
  std::size_t error_limit = 50;
  bool coloured = false;  // for a terminal
};

// Thrown when the error limit is reached; the driver catches it and ends the run.
struct TooManyErrors {};

class Diagnostics {
 public:
  explicit Diagnostics(const SourceFiles& files, DiagnosticOptions options = {});

  // Reports an error. An error at a place that already has one with the same text is dropped.
  // Throws TooManyErrors when the limit is reached.
  void error(SourceRange range, std::string message);
  void warning(SourceRange range, std::string message, WarningKind kind = WarningKind::General);
  // Explains the error or warning reported last; dropped if that was dropped.
  void note(SourceRange range, std::string message);

  bool has_errors() const { return error_count_ != 0; }
  std::size_t error_count() const { return error_count_; }
  std::size_t warning_count() const { return warning_count_; }
  const std::vector<Diagnostic>& all() const { return diagnostics_; }
  const SourceFiles& files() const { return files_; }

  // Returns one diagnostic with its source line and marker, ending in a newline.
  std::string render(const Diagnostic& diagnostic) const;
  // Returns all diagnostics so far, and a closing line that counts errors and warnings.
  std::string render_all() const;

 private:
  bool repeated(const SourceRange& range, const std::string& message) const;

  const SourceFiles& files_;
  DiagnosticOptions options_;
  std::vector<Diagnostic> diagnostics_;
  std::size_t error_count_ = 0;
  std::size_t warning_count_ = 0;
  bool last_dropped_ = false;
  bool limit_reached_ = false;
};

}  // namespace dimma::idl
