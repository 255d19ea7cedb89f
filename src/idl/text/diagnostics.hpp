// Collects what is wrong with the input and renders it as a compiler does: place, message, line, marker.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "idl/text/source.hpp"

namespace dimma::idl {

enum class Severity { Note, Warning, Error };

// Which optional family a warning belongs to; the families that are off by default say so.
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
  bool coloured = false;  // as a terminal takes it
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
  // Explains the error or warning reported last; dropped when that was dropped.
  void note(SourceRange range, std::string message);

  bool has_errors() const { return error_count_ != 0; }
  std::size_t error_count() const { return error_count_; }
  std::size_t warning_count() const { return warning_count_; }
  const std::vector<Diagnostic>& all() const { return diagnostics_; }
  const SourceFiles& files() const { return files_; }

  // One diagnostic with its source line and marker, ending in a newline.
  std::string render(const Diagnostic& diagnostic) const;
  // Everything so far, and a closing line that counts errors and warnings.
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
