// Places in the input: files, positions, ranges.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::idl {

using FileId = std::uint32_t;

// A place in a source file. Lines and columns count from 1; line 0 means an unknown place.
struct SourceLocation {
  FileId file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool known() const { return line != 0; }
  bool operator==(const SourceLocation&) const = default;
};

// A part of one source line, which a diagnostic underlines.
struct SourceRange {
  SourceLocation begin;
  std::uint32_t length = 1;
};

// The texts that have been read, kept for diagnostics, which show lines of them.
class SourceFiles {
 public:
  // Adds a text; messages show the path. Adding the same path twice gives two ids.
  FileId add(std::string path, std::string text);

  const std::string& path(FileId file) const { return files_[file].path; }
  const std::string& text(FileId file) const { return files_[file].text; }
  std::size_t size() const { return files_.size(); }

  // Returns the line without its terminator; empty if there is no such line.
  std::string_view line(FileId file, std::uint32_t number) const;

 private:
  struct File {
    std::string path;
    std::string text;
    mutable std::vector<std::size_t> line_starts;
  };
  std::deque<File> files_;
};

}  // namespace dimma::idl
