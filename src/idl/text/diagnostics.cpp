#include "idl/text/diagnostics.hpp"

#include "programs/colour.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace dimma::idl {
namespace {

using programs::Style;
using programs::styled_if;

constexpr std::size_t shown_width = 160;  // limit for a source line; a longer line is cut around its marker

const char* label(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "?";
}

Style style_of(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return Style::note;
    case Severity::Warning:
      return Style::warning;
    case Severity::Error:
      break;
  }
  return Style::error;
}

// Replaces control characters, which could disturb a terminal, and tabs, which would misalign the marker.
std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (const char each : text) {
    const auto octet = static_cast<unsigned char>(each);
    shown += each == '\t' ? ' ' : (octet < 0x20 || octet == 0x7F) ? '?' : each;
  }
  return shown;
}

// `marker` is the style of the marker and of the marked text; nullopt if they are not styled.
std::string marked_line(std::string_view line, std::size_t column, std::size_t length, std::optional<Style> marker) {
  std::size_t start = 0;
  if (line.size() > shown_width && column > shown_width / 2) start = column - shown_width / 2;
  start = std::min(start, line.size());
  const std::string_view window = line.substr(start, shown_width);
  const std::size_t before = std::min(column - 1 - std::min(start, column - 1), window.size());
  const std::size_t room = std::max<std::size_t>(1, window.size() - before);
  const std::size_t marks = std::clamp<std::size_t>(length, 1, room);
  const auto show = [&](const std::string& marked) {
    return marker && !marked.empty() ? programs::styled(*marker, marked) : marked;
  };
  const std::size_t end = std::min(before + marks, window.size());
  return "    " + printable(window.substr(0, before)) + show(printable(window.substr(before, end - before))) +
         printable(window.substr(end)) + "\n    " + std::string(before, ' ') + show('^' + std::string(marks - 1, '~')) +
         "\n";
}

std::string counted(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

Diagnostics::Diagnostics(const SourceFiles& files, DiagnosticOptions options) : files_(files), options_(options) {}

bool Diagnostics::repeated(const SourceRange& range, const std::string& message) const {
  return std::any_of(diagnostics_.rbegin(), diagnostics_.rend(), [&](const Diagnostic& each) {
    return each.severity != Severity::Note && each.range.begin == range.begin && each.message == message;
  });
}

void Diagnostics::error(SourceRange range, std::string message, ErrorKind kind) {
  last_dropped_ = repeated(range, message);
  if (last_dropped_) return;
  if (error_count_ == options_.error_limit) {
    limit_reached_ = true;
    throw TooManyErrors{};
  }
  ++error_count_;
  diagnostics_.push_back({Severity::Error, range, std::move(message), kind});
}

void Diagnostics::warning(SourceRange range, std::string message, WarningKind kind) {
  last_dropped_ = true;
  if (options_.suppress_warnings) return;
  if (kind == WarningKind::UnknownPragmas && !options_.warn_unknown_pragmas) return;
  if (options_.warnings_are_errors) return error(range, std::move(message));
  if (warning_count_ > options_.error_limit || repeated(range, message)) return;
  last_dropped_ = false;
  ++warning_count_;
  diagnostics_.push_back({Severity::Warning, range, std::move(message)});
}

void Diagnostics::note(SourceRange range, std::string message) {
  if (!last_dropped_) diagnostics_.push_back({Severity::Note, range, std::move(message)});
}

std::string Diagnostics::render(const Diagnostic& diagnostic) const {
  const SourceLocation& at = diagnostic.range.begin;
  std::string place;
  if (at.file < files_.size() && !files_.path(at.file).empty()) place += files_.path(at.file) + ":";
  if (at.known() && !place.empty()) place += std::to_string(at.line) + ":" + std::to_string(at.column) + ":";
  if (place.empty()) place = "dimma-idl:";
  const Style style = style_of(diagnostic.severity);
  std::string text = styled_if(options_.coloured, Style::place, place) + ' ' +
                     styled_if(options_.coloured, style, std::string(label(diagnostic.severity)) + ':') + ' ' +
                     diagnostic.message + "\n";
  const std::string_view line = at.known() ? files_.line(at.file, at.line) : std::string_view();
  if (line.empty() || at.column == 0) return text;
  return text +
         marked_line(line, at.column, diagnostic.range.length, options_.coloured ? std::optional(style) : std::nullopt);
}

std::string Diagnostics::render_all() const {
  std::string text;
  for (const Diagnostic& each : diagnostics_) text += render(each);
  if (limit_reached_) text += "dimma-idl: too many errors, stopping\n";
  if (error_count_ != 0 || warning_count_ != 0) {
    if (error_count_ != 0) text += counted(error_count_, "error");
    if (error_count_ != 0 && warning_count_ != 0) text += ", ";
    if (warning_count_ != 0) text += counted(warning_count_, "warning");
    text += "\n";
  }
  return text;
}

}  // namespace dimma::idl
