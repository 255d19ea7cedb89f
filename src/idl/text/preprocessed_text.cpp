#include "idl/text/preprocessed_text.hpp"

#include <algorithm>

namespace dimma::idl {

SourceRange PlaceCursor::range(std::size_t offset, std::size_t length) {
  const auto& runs = text_.runs;
  if (runs.empty()) return {{text_.main_file, 1, 1}, 1};
  if (runs[run_].offset > offset) run_ = 0;
  while (run_ + 1 < runs.size() && runs[run_ + 1].offset <= offset) ++run_;
  const PreprocessedText::Run& run = runs[run_];
  SourceRange range{run.location, run.expanded_length};
  if (run.expanded_length == 0) {
    range.begin.column += static_cast<std::uint32_t>(offset - std::min(offset, run.offset));
    range.length = static_cast<std::uint32_t>(std::max<std::size_t>(length, 1));
  }
  return range;
}

std::string with_line_markers(const PreprocessedText& text, const SourceFiles& files) {
  std::string shown;
  std::size_t run = 0;
  FileId file = ~FileId{0};
  std::uint32_t next_line = 0;
  for (std::size_t at = 0; at < text.text.size();) {
    const std::size_t end = std::min(text.text.find('\n', at), text.text.size());
    while (run + 1 < text.runs.size() && text.runs[run + 1].offset <= at) ++run;
    const bool blank = end == at;
    if (!blank && run < text.runs.size()) {
      const SourceLocation& place = text.runs[run].location;
      if (place.file != file || place.line != next_line) {
        shown += "# " + std::to_string(place.line) + " \"" + files.path(place.file) + "\"\n";
      }
      file = place.file;
      next_line = place.line;
      shown.append(place.column > 1 ? place.column - 1 : 0, ' ');
      shown.append(text.text, at, end - at);
      shown += '\n';
      ++next_line;
    }
    at = end + 1;
  }
  return shown;
}

}  // namespace dimma::idl
