// The result of preprocessing: a text, and its mapping to the sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "idl/text/source.hpp"

namespace dimma::idl {

// The preprocessed text. It contains each pragma on a line of its own, `#pragma ...`, and no comments.
class PreprocessedText {
 public:
  // Text from `offset` up to the next run. It comes from `location` on; for expanded text, all of it from `location`.
  struct Run {
    std::size_t offset = 0;
    SourceLocation location;
    std::uint32_t expanded_length = 0;  // the length of the macro's name; 0 if not expanded
  };
  // A file begins or ends at `offset`.
  struct FileEvent {
    std::size_t offset = 0;
    bool enters = false;
    FileId file = 0;
    std::string written;  // as written in the #include
    bool angled = false;
    SourceRange where;          // the place of the #include
    bool is_main_file = false;  // the main file is included, perhaps by another path
    bool is_repeated = false;   // the text is omitted, since the file is to be read only once
  };

  std::string text;
  std::vector<Run> runs;
  std::vector<FileEvent> events;
  FileId main_file = 0;
  std::vector<FileId> files_read;  // each file once, without built-in files; for a depfile
  std::set<FileId> own_files;      // the files, including built-in ones, that come with the compiler
};

// Maps offsets to places. Offsets must not decrease from call to call.
class PlaceCursor {
 public:
  explicit PlaceCursor(const PreprocessedText& text) : text_(text) {}
  SourceRange range(std::size_t offset, std::size_t length);

 private:
  const PreprocessedText& text_;
  std::size_t run_ = 0;
};

// Returns the text as `cpp` would print it, with line markers.
std::string with_line_markers(const PreprocessedText& text, const SourceFiles& files);

}  // namespace dimma::idl
