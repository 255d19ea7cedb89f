// The text that preprocessing makes, and its mapping to the sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "idl/text/source.hpp"

namespace dimma::idl {

// The preprocessed text. Pragmas are separate lines in it, `#pragma ...`; comments are removed.
class PreprocessedText {
 public:
  // The text from `offset` on comes from `location` on; all text of an expanded run comes from that one place.
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
    std::string written;  // in the spelling of the #include
    bool angled = false;
    SourceRange where;          // the #include
    bool is_main_file = false;  // again, perhaps by another path
    bool is_repeated = false;   // the file is not repeated: it was read before and is to be read only once
  };

  std::string text;
  std::vector<Run> runs;
  std::vector<FileEvent> events;
  FileId main_file = 0;
  std::vector<FileId> files_read;  // each once, for a depfile, without built-in ones
  std::set<FileId> own_files;      // those of these and of the built-in ones that come with the compiler
};

// Maps offsets to places, for offsets that only grow.
class PlaceCursor {
 public:
  explicit PlaceCursor(const PreprocessedText& text) : text_(text) {}
  SourceRange range(std::size_t offset, std::size_t length);

 private:
  const PreprocessedText& text_;
  std::size_t run_ = 0;
};

// Returns the text in the form of `cpp`, with line markers.
std::string with_line_markers(const PreprocessedText& text, const SourceFiles& files);

}  // namespace dimma::idl
