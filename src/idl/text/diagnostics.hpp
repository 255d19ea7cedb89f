// Collects diagnostics and prints them as compilers do: place, message, source line, marker.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "idl/text/source.hpp"

namespace dimma::idl {

enum class Severity { Note, Warning, Error };

// The group of a warning. A group can be enabled by an option.
enum class WarningKind {
  General,
  UnknownPragmas,  // off by default: -Wunknown-pragmas
};

// Errors that a caller treats in a way of their own.
enum class ErrorKind { General, MissingInclude };

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceRange range;
  std::string message;
  ErrorKind error_kind = ErrorKind::General;
};

struct DiagnosticOptions {
  bool warnings_are_errors = false;
  bool suppress_warnings = false;
  bool warn_unknown_pragmas = false;
  std::size_t error_limit = 50;
  bool coloured = false;  // with escape sequences for a terminal
};

// Thrown when the error limit is reached. The driver catches it and ends the run.
struct TooManyErrors {};

class Diagnostics {
 public:
  explicit Diagnostics(const SourceFiles& files, DiagnosticOptions options = {});

  // Reports an error. Drops an error that has been reported with the same text at the same place. Throws TooManyErrors
  // when the limit is reached.
  void error(SourceRange range, std::string message, ErrorKind kind = ErrorKind::General);
  void warning(SourceRange range, std::string message, WarningKind kind = WarningKind::General);
  // Explains the preceding error or warning. The note is dropped if that diagnostic was dropped.
  void note(SourceRange range, std::string message);

  bool has_errors() const { return error_count_ != 0; }
  std::size_t error_count() const { return error_count_; }
  std::size_t warning_count() const { return warning_count_; }
  const std::vector<Diagnostic>& all() const { return diagnostics_; }
  const SourceFiles& files() const { return files_; }

  // Returns the diagnostic with its source line and marker. The text ends in a newline.
  std::string render(const Diagnostic& diagnostic) const;
  // Returns all diagnostics so far, followed by a line that counts errors and warnings.
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
