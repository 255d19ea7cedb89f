#include "idl/text/source.hpp"

#include <utility>

namespace dimma::idl {

FileId SourceFiles::add(std::string path, std::string text) {
  files_.push_back({std::move(path), std::move(text), {}});
  return static_cast<FileId>(files_.size() - 1);
}

std::string_view SourceFiles::line(FileId file, std::uint32_t number) const {
  if (file >= files_.size() || number == 0) return {};
  const File& source = files_[file];
  if (source.line_starts.empty()) {
    source.line_starts.push_back(0);
    for (std::size_t at = source.text.find('\n'); at != std::string::npos; at = source.text.find('\n', at + 1)) {
      source.line_starts.push_back(at + 1);
    }
  }
  if (number > source.line_starts.size()) return {};
  const std::size_t start = source.line_starts[number - 1];
  std::size_t end = source.text.find('\n', start);
  if (end == std::string::npos) end = source.text.size();
  if (end > start && source.text[end - 1] == '\r') --end;
  return std::string_view(source.text).substr(start, end - start);
}

}  // namespace dimma::idl
