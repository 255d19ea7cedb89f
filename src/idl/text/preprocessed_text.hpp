// The text that preprocessing makes, and the way from it back to the sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "idl/text/source.hpp"

namespace dimma::idl {

// The preprocessed text. Pragmas stand in it as lines of their own, `#pragma ...`; comments are gone.
class PreprocessedText {
 public:
  // From `offset` on the text came from `location` on; in an expanded run all of it came from that one place.
  struct Run {
    std::size_t offset = 0;
    SourceLocation location;
    std::uint32_t expanded_length = 0;  // the length of the macro's name; 0: not expanded
  };
  // A file begins or ends at `offset`.
  struct FileEvent {
    std::size_t offset = 0;
    bool enters = false;
    FileId file = 0;
    std::string written;  // as the #include wrote it
    bool angled = false;
    SourceRange where;          // the #include
    bool is_main_file = false;  // again, perhaps by another path
    bool is_repeated = false;   // nothing of the file follows: it was read before and is to be read once
  };

  std::string text;
  std::vector<Run> runs;
  std::vector<FileEvent> events;
  FileId main_file = 0;
  std::vector<FileId> files_read;  // each once, for a depfile; built-in ones left out
  std::set<FileId> own_files;      // among these and the built-in ones, those that come with the compiler
};

// Maps offsets that only grow to places.
class PlaceCursor {
 public:
  explicit PlaceCursor(const PreprocessedText& text) : text_(text) {}
  SourceRange range(std::size_t offset, std::size_t length);

 private:
  const PreprocessedText& text_;
  std::size_t run_ = 0;
};

// The text as `cpp` would print it, with line markers.
std::string with_line_markers(const PreprocessedText& text, const SourceFiles& files);

}  // namespace dimma::idl
