#include "idl/server/documents/documents.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "idl/server/protocol/uri.hpp"

namespace dimma::idl {
namespace {

std::string identity_on_disk(const std::string& path) {
  const std::string identity = DiskReader().identity(path);
  // A file that does not exist yet is identified by its path.
  return identity == path ? std::filesystem::path(path).lexically_normal().string() : identity;
}

// Reads files from the disk, and the texts of open documents from memory.
class OverlayReader final : public FileReader {
 public:
  explicit OverlayReader(const std::map<std::string, Document>& documents) {
    for (const auto& [uri, document] : documents) open_.emplace(identity_on_disk(document.path), &document.text);
  }

  Outcome read(const std::string& path, std::string& text) const override {
    const auto found = open_.find(identity(path));
    if (found == open_.end()) return DiskReader().read(path, text);
    if (found->second->size() > DiskReader::maximum_size) return Outcome::TooLarge;
    text = *found->second;
    return Outcome::Read;
  }

  std::string identity(const std::string& path) const override { return identity_on_disk(path); }

 private:
  std::unordered_map<std::string, const std::string*> open_;
};

bool depends_on(const Analysis& analysis, const std::string& identity) {
  // A missing included file may exist now.
  if (analysis.specification() == nullptr) return true;
  for (FileId file = 0; file < analysis.files().size(); ++file) {
    if (identity_on_disk(analysis.files().path(file)) == identity) return true;
  }
  return false;
}

}  // namespace

void change_text(std::string& text, const std::optional<TextRange>& range, const std::string& replacement,
                 PositionEncoding encoding) {
  if (!range) {
    text = replacement;
    return;
  }
  const std::size_t begin = offset_in(text, range->start, encoding);
  const std::size_t end = std::max(begin, offset_in(text, range->end, encoding));
  text.replace(begin, end - begin, replacement);
}

Document& Documents::open(const std::string& uri, std::string text) {
  Document& document = by_uri_[uri];
  document = Document{uri, path_of_uri(uri), std::move(text), {}, true, false, {}, {}};
  return document;
}

Document* Documents::find(const std::string& uri) {
  const auto found = by_uri_.find(uri);
  return found == by_uri_.end() ? nullptr : &found->second;
}

void Documents::touch(const std::string& path) {
  const std::string identity = identity_on_disk(path);
  for (auto& [uri, document] : by_uri_) {
    if (!document.latest || depends_on(*document.latest, identity)) document.is_stale = true;
  }
}

void Documents::touch_all() {
  for (auto& [uri, document] : by_uri_) document.is_stale = true;
}

void Documents::refresh(Document& document, const AnalysisOptions& options) {
  if (!document.is_stale) return;
  document.is_stale = false;
  document.is_unpublished = true;
  auto fresh = std::make_unique<const Analysis>(document.path, OverlayReader(by_uri_), options);
  if (document.latest && document.latest->specification() && !fresh->specification()) {
    document.complete = std::move(document.latest);
  } else if (fresh->specification()) {
    document.complete = nullptr;
  }
  document.latest = std::move(fresh);
}

std::string Documents::uri_of(const std::string& path) const {
  const std::string identity = identity_on_disk(path);
  for (const auto& [uri, document] : by_uri_) {
    if (identity_on_disk(document.path) == identity) return uri;
  }
  if (!path.starts_with('/')) return uri_of_path(path);
  return uri_of_path(std::filesystem::path(path).lexically_normal().string());
}

}  // namespace dimma::idl
