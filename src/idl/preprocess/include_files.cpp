#include "idl/preprocess/include_files.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "idl/preprocess/builtin_idl.hpp"
#include "idl/preprocess/directives.hpp"

namespace dimma::idl {
namespace {

const std::string builtin_path = "<built-in orb.idl>";

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

std::string joined(const std::string& directory, const std::string& name) {
  if (directory.empty() || directory.back() == '/') return directory + name;
  return directory + "/" + name;
}

std::string octet_name(unsigned char octet) {
  char text[8];
  std::snprintf(text, sizeof text, "0x%02X", octet);
  return text;
}

bool allowed(unsigned char octet) {
  const bool format_effector = octet >= 0x09 && octet <= 0x0D;
  return octet >= 0x20 ? octet != 0x7F : format_effector;
}

// Scans a text and keeps track of comments and literals.
class CommentTracker {
 public:
  explicit CommentTracker(const std::string& text) : text_(text) {}

  bool in_comment() const { return state_ == State::Block; }
  // Returns true if the octet at `offset`, which was scanned last, belongs to a comment.
  bool is_within_comment(std::size_t offset) const {
    return state_ == State::Block || state_ == State::Line || offset < comment_end_;
  }
  SourceLocation comment_start() const { return start_; }

  void step(std::size_t offset, const SourceLocation& place) {
    const char c = text_[offset];
    const char next = offset + 1 < text_.size() ? text_[offset + 1] : '\0';
    if (offset < skip_to_) return;
    switch (state_) {
      case State::Text:
        if (c == '/' && next == '*') {
          enter(State::Block, offset + 2);
          start_ = place;
        } else if (c == '/' && next == '/') {
          enter(State::Line, offset + 2);
        } else if (c == '"' || c == '\'') {
          enter(State::Literal, offset + 1);
          quote_ = c;
        }
        break;
      case State::Block:
        if (c == '*' && next == '/') {
          enter(State::Text, offset + 2);
          comment_end_ = skip_to_;
        }
        break;
      case State::Line:
        if (c == '\n') enter(State::Text, offset + 1);
        break;
      case State::Literal:
        if (c == '\\') {
          skip_to_ = offset + 2;
        } else if (c == quote_ || c == '\n') {
          enter(State::Text, offset + 1);
        }
        break;
    }
  }

 private:
  enum class State { Text, Block, Line, Literal };
  void enter(State state, std::size_t offset) {
    state_ = state;
    skip_to_ = offset;
  }

  const std::string& text_;
  State state_ = State::Text;
  std::size_t skip_to_ = 0;
  std::size_t comment_end_ = 0;
  char quote_ = '"';
  SourceLocation start_;
};

// The annotation @loaned as a comment, for compilers without it: on a line of its own before the annotated declaration.
constexpr std::string_view loaned_comment = "//@loaned";
bool begins_loaned_comment(std::string_view text) {
  constexpr std::string_view behind = " \t\r\n(";
  return text.starts_with(loaned_comment) &&
         (text.size() == loaned_comment.size() || behind.find(text[loaned_comment.size()]) != std::string_view::npos);
}

// Warns about a //@loaned after other text on its line, where it has no effect.
void warn_behind_text(std::string_view text, std::size_t offset, const SourceLocation& at, Diagnostics& diagnostics) {
  if (!begins_loaned_comment(text.substr(offset))) return;
  const std::size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  if (text.substr(line, offset - line).find_first_not_of(" \t") == std::string_view::npos) return;
  diagnostics.warning({at, loaned_comment.size()},
                      "//@loaned after other text is ignored; it must be on a line of its own before the typedef");
}

}  // namespace

bool check_text(FileId file, const SourceFiles& files, Diagnostics& diagnostics) {
  const std::string& text = files.text(file);
  SourceLocation at{file, 1, 1};
  CommentTracker comments(text);
  DirectiveFinder directives;
  for (std::size_t offset = 0; offset < text.size(); ++offset) {
    const auto octet = static_cast<unsigned char>(text[offset]);
    if (octet == '\0') {
      diagnostics.error({at, 1}, "the file contains a NUL octet; it is not IDL text");
      return false;
    }
    if (!allowed(octet)) {
      diagnostics.error({at, 1}, "control character " + octet_name(octet) + " in the source text");
      return false;
    }
    const bool was_in_comment = comments.is_within_comment(offset);
    comments.step(offset, at);
    if (octet == '/' && !was_in_comment && comments.is_within_comment(offset))
      warn_behind_text(text, offset, at, diagnostics);
    const char next = offset + 1 < text.size() ? text[offset + 1] : '\0';
    if (!comments.is_within_comment(offset)) {
      switch (directives.add(text[offset], next)) {
        case DirectiveFinder::Finding::Nothing:
          break;
        case DirectiveFinder::Finding::DeepCondition:
          diagnostics.error({at, 1}, condition_too_deep);
          return false;
        case DirectiveFinder::Finding::TextBehind:
          diagnostics.warning({at, 1}, "text after #" + directives.word() + " is ignored");
          break;
      }
    }
    if (octet == '\n') {
      ++at.line;
      at.column = 0;
    }
    ++at.column;
  }
  if (comments.in_comment()) diagnostics.error({comments.comment_start(), 2}, "this comment is never closed");
  return !comments.in_comment();
}

namespace {

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Returns the comments of a line. The last comment may continue on the next line.
std::string comments_of(std::string_view text) {
  std::string comments;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find("/*"), text.find("//"));
    if (begin == std::string_view::npos) break;
    const bool ends_here = text[begin + 1] == '*' && text.find("*/", begin + 2) != std::string_view::npos;
    const std::size_t end = ends_here ? text.find("*/", begin + 2) + 2 : text.size();
    comments += text.substr(begin, end - begin);
    text.remove_prefix(end);
  }
  return comments;
}

// Returns a line in a form that Wave can process: //@loaned becomes an annotation, and text after #else and #endif is
// removed ("#endif GUARD_IDL"; other preprocessors ignore it). `#ident "$Id$"` is removed too, and the line markers of
// preprocessed text become #line.
std::string for_wave(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  const auto skip = [&](std::size_t at) { return std::min(line.find_first_not_of(blanks, at), line.size()); };
  const std::size_t mark = skip(0);
  if (begins_loaned_comment(line.substr(mark))) {
    std::string text(line);
    text[mark] = text[mark + 1] = ' ';
    return text;
  }
  if (mark == line.size() || line[mark] != '#') return std::string(line);
  const std::size_t word = skip(mark + 1);
  if (word < line.size() && line[word] >= '0' && line[word] <= '9') {  // a line marker: # 1 "file.idl" 2
    return "#line " + std::string(line.substr(word, line.rfind('"') + 1 - word));
  }
  for (const std::string_view note : {std::string_view("ident"), std::string_view("sccs")}) {  // ignored by compilers
    if (line.substr(word, note.size()) == note && skip(word + note.size()) > word + note.size()) return {};
  }
  for (const std::string_view directive : {std::string_view("else"), std::string_view("endif")}) {
    const std::size_t end = word + directive.size();
    if (line.substr(word, directive.size()) != directive || skip(end) == end) continue;
    return std::string(line.substr(0, end)) + ' ' + comments_of(line.substr(end));
  }
  return std::string(line);
}

// Returns the position of a comment immediately after `#pragma`; npos if there is none, or if a comment is not closed.
std::size_t comment_behind_pragma(std::string_view line) {
  constexpr std::string_view marks = " \t\v\f#%:?=";
  constexpr std::string_view word = "pragma";
  std::size_t at = 0;
  for (;;) {
    at = std::min(line.find_first_not_of(marks, at), line.size());
    if (line.substr(at, 2) != "/*") break;
    const std::size_t end = line.find("*/", at + 2);
    if (end == std::string_view::npos) return end;
    at = end + 2;
  }
  const std::string_view comment = line.substr(std::min(at + word.size(), line.size()), 2);
  // The second octet of the comment may be on the next line.
  const bool is_comment = comment == "//" || comment == "/*" || comment == "/\\" || comment == "/?";
  const bool is_found = is_comment && line.substr(at, word.size()) == word;
  return is_found ? at + word.size() : std::string_view::npos;
}

// Returns the line with a blank between `#pragma` and a comment immediately after it. The line continues the text
// `before`.
std::string with_blank_behind_pragma(std::string line, const std::string& before) {
  constexpr std::size_t before_max = 1000;  // no realistic directive is longer
  if (line.find('/') == std::string::npos || before.size() > before_max) return line;
  const std::size_t comment = comment_behind_pragma(before + line);
  if (comment != std::string_view::npos && comment >= before.size()) line.insert(comment - before.size(), 1, ' ');
  return line;
}

std::string_view without_continuation(std::string_view line) {
  return line.substr(0, line.size() - (ends_with(line, "\\") ? 1 : 3));
}

}  // namespace

// Wave 1.81 crashes on a `#pragma` with nothing after it, not even a blank. Hence each line that might end such a
// directive gets a blank: lines that end in "a", and continuation lines. Comments are not considered here.
std::string IncludeFiles::text_for_wave(FileId file) const {
  const std::string& source = files_.text(file);
  std::string text;
  text.reserve(source.size() + source.size() / 64 + 64);
  if (!is_own(file) && opens_module_corba(source)) text = "#include <dimma/orb.idl>\n#line 1\n";
  bool continued = false;
  std::string before;  // the text that the current line continues
  for (std::size_t start = 0; start < source.size();) {
    const std::size_t end = std::min(source.find('\n', start), source.size());
    std::size_t last = end;
    if (last > start && source[last - 1] == '\r') --last;
    const std::string_view line = std::string_view(source).substr(start, last - start);
    const bool continues = ends_with(line, "\\") || ends_with(line,
                                                              "?"
                                                              "?/");
    text += with_blank_behind_pragma(continues || continued ? std::string(line) : for_wave(line), before);
    if (!continues && (continued || ends_with(line, "a"))) text += ' ';
    text.append(source, last, end - last);
    text += '\n';
    continued = continues;
    if (continues) {
      before += without_continuation(line);
    } else {
      before.clear();
    }
    start = end + 1;
  }
  if (continued) text += " \n";
  return text;
}

FileReader::Outcome IncludeFiles::load(const std::string& path, FileId& file) {
  if (const auto known = by_path_.find(path); known != by_path_.end()) {
    file = known->second;
    return FileReader::Outcome::Read;
  }
  std::string text;
  const FileReader::Outcome outcome = reader_.read(path, text);
  if (outcome != FileReader::Outcome::Read) return outcome;
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // the byte order mark of UTF-8
  while (text.ends_with('\x1A')) text.pop_back();          // the end-of-file character of DOS
  // Wave treats a lone carriage return as the end of a line, so all later stages must do so too.
  for (std::size_t at = text.find('\r'); at != std::string::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') text[at] = '\n';
  }
  const char* const other = instead_of(path, text);
  if (other != nullptr) text = other;
  file = files_.add(path, std::move(text));
  by_path_.emplace(path, file);
  loaded_.push_back(file);
  if (other != nullptr && !part_of_orb_idl(path).empty()) own_names_.emplace(file, part_of_orb_idl(path));
  return outcome;
}

std::optional<FileId> IncludeFiles::report_or_accept(FileReader::Outcome outcome, FileId file, const std::string& path,
                                                     SourceRange where, Diagnostics& diagnostics) {
  switch (outcome) {
    case FileReader::Outcome::Read:
      if (!check_text(file, files_, diagnostics)) return std::nullopt;
      return file;
    case FileReader::Outcome::NotFound:
      diagnostics.error(where, "cannot find file '" + path + "'");
      break;
    case FileReader::Outcome::Unreadable:
      diagnostics.error(where, "cannot read file '" + path + "'");
      break;
    case FileReader::Outcome::Directory:
      diagnostics.error(where, "'" + path + "' is a directory, not a file");
      break;
    case FileReader::Outcome::TooLarge:
      diagnostics.error(where, "file '" + path + "' is too large");
      break;
  }
  return std::nullopt;
}

std::optional<FileId> IncludeFiles::load_main(const std::string& path, Diagnostics& diagnostics) {
  FileId file = 0;
  const FileReader::Outcome outcome = load(path, file);
  // The error concerns no open file: with an invalid file id, the diagnostic is reported in the name of the program.
  return report_or_accept(outcome, file, path, {{~FileId{0}, 0, 0}, 0}, diagnostics);
}

std::optional<FileId> IncludeFiles::locate(const std::string& name, bool angled, const std::string& from,
                                           SourceRange where, Diagnostics& diagnostics) {
  if (from == builtin_path) return locate_part(name);
  if (name == "dimma/orb.idl") return built_in(builtin_path, builtin_orb_idl());
  std::vector<std::string> candidates;
  if (!name.empty() && name.front() == '/') {
    candidates.push_back(name);
  } else {
    if (!angled) candidates.push_back(directory_of(from) + name);
    for (const std::string& directory : directories_) candidates.push_back(joined(directory, name));
  }
  bool is_directory = false;
  for (const std::string& candidate : candidates) {
    FileId file = 0;
    const FileReader::Outcome outcome = load(candidate, file);
    if (outcome == FileReader::Outcome::Directory) is_directory = true;
    if (outcome == FileReader::Outcome::NotFound || outcome == FileReader::Outcome::Directory) continue;
    return report_or_accept(outcome, file, candidate, where, diagnostics);
  }
  if (is_orb_idl(name)) return built_in(builtin_path, builtin_orb_idl());
  if (!part_of_orb_idl(name).empty()) return locate_part(name);
  if (const auto own = locate_own(name)) return own;
  if (is_directory) {
    diagnostics.error(where, "'" + name + "' is a directory, not a file");
    return std::nullopt;
  }
  diagnostics.error(where, "cannot find the included file '" + name + "'", ErrorKind::MissingInclude);
  if (directories_.empty()) diagnostics.note(where, "no directory to search was given with -I");
  return std::nullopt;
}

FileId IncludeFiles::built_in(const std::string& path, const char* text) {
  if (const auto known = by_path_.find(path); known != by_path_.end()) return known->second;
  return by_path_[path] = files_.add(path, text);
}

FileId IncludeFiles::locate_part(const std::string& name) {
  const std::string own(part_of_orb_idl(name));
  const FileId file = built_in("<built-in " + own + ">", builtin_part(own));
  own_names_.emplace(file, own);
  return file;
}

std::optional<FileId> IncludeFiles::locate_own(const std::string& name) {
  if (own_directory_.empty()) return std::nullopt;
  constexpr std::string_view pseudo = ".pidl";
  std::string own = name.substr(name.rfind('/') + 1);  // all of the name if there is no slash
  if (own == "IOP_IOR.pidl") own = "IOP.idl";          // a separate file in TAO
  if (own == "Naming.idl") own = "CosNaming.idl";      // its name in omniORB
  if (own.ends_with(pseudo)) own.replace(own.size() - pseudo.size(), pseudo.size(), ".idl");
  FileId file = 0;
  if (load(joined(own_directory_, own), file) != FileReader::Outcome::Read) return std::nullopt;
  own_names_.emplace(file, own);
  return file;
}

std::string IncludeFiles::own_name(FileId file) const {
  const auto known = own_names_.find(file);
  return known == own_names_.end() ? std::string() : known->second;
}

bool IncludeFiles::is_own(FileId file) const { return own_names_.count(file) != 0 || path(file) == builtin_path; }

FileId IncludeFiles::id_of(const std::string& path) {
  const auto known = by_path_.find(path);
  if (known != by_path_.end()) return known->second;
  return by_path_[path] = files_.add(path, {});
}

SourceRange IncludeFiles::directive_range(FileId file, std::uint32_t line, const std::string& written) {
  SourceRange range{{file, line, 1}, 1};
  const std::size_t column = files_.line(file, line).find(written);
  if (column != std::string_view::npos) {
    range.begin.column = static_cast<std::uint32_t>(column + 1);
    range.length = static_cast<std::uint32_t>(written.size());
  }
  return range;
}

}  // namespace dimma::idl
