#include "idl/server/documents/reports.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace dimma::idl {
namespace {

// Finds the URI of each file, and caches it.
class FileUris {
 public:
  FileUris(const Document& document, const Documents& documents) : document_(document), documents_(documents) {}

  const std::string& of(FileId file) {
    const auto [known, is_new] = uris_.emplace(file, std::string());
    if (is_new) known->second = is_on_disk(file) ? documents_.uri_of(files().path(file)) : document_.uri;
    return known->second;
  }

  TextRange range(const SourceRange& range, PositionEncoding encoding) const {
    return is_on_disk(range.begin.file) ? text_range(files(), range, encoding) : TextRange();
  }

 private:
  const SourceFiles& files() const { return document_.latest->files(); }
  bool is_on_disk(FileId file) const { return file < files().size() && !files().path(file).starts_with('<'); }

  const Document& document_;
  const Documents& documents_;
  std::map<FileId, std::string> uris_;
};

}  // namespace

ReportsByUri reports_of(const Document& document, const Documents& documents, PositionEncoding encoding) {
  ReportsByUri reports;
  if (!document.latest) return reports;
  FileUris uris(document, documents);
  Report* last = nullptr;
  for (const Diagnostic& each : document.latest->diagnostics()) {
    const std::string& uri = uris.of(each.range.begin.file);
    const TextRange range = uris.range(each.range, encoding);
    if (each.severity == Severity::Note) {
      if (last != nullptr) last->related.push_back({uri, range, valid_utf8(each.message)});
      continue;
    }
    std::vector<Report>& of_file = reports[uri];
    of_file.push_back({range, each.severity, valid_utf8(each.message), {}});
    last = &of_file.back();
  }
  return reports;
}

std::set<std::string> ReportBoard::replace(const std::string& document_uri, ReportsByUri reports) {
  std::set<std::string> changed;
  ReportsByUri& old = by_document_[document_uri];
  for (const auto& [uri, list] : old) changed.insert(uri);
  for (const auto& [uri, list] : reports) changed.insert(uri);
  old = std::move(reports);
  if (old.empty()) by_document_.erase(document_uri);
  return changed;
}

std::vector<Report> ReportBoard::of(const std::string& uri) const {
  std::vector<Report> all;
  for (const auto& [document, by_uri] : by_document_) {
    const auto found = by_uri.find(uri);
    if (found == by_uri.end()) continue;
    for (const Report& each : found->second) {
      if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
    }
  }
  const auto place = [](const Report& report) {
    return std::tie(report.range.start.line, report.range.start.character);
  };
  std::stable_sort(all.begin(), all.end(), [&](const Report& a, const Report& b) { return place(a) < place(b); });
  return all;
}

}  // namespace dimma::idl
