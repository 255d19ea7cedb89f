// The documents that are open in the editor. Their texts take precedence over those on the disk.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "idl/server/analysis/analysis.hpp"
#include "idl/server/protocol/positions.hpp"

namespace dimma::idl {

struct Document {
  std::string uri;
  std::string path;
  std::string text;
  std::optional<std::int64_t> version;
  bool is_stale = true;                      // a text on which the analysis depends has changed
  bool is_unpublished = false;               // the diagnostics of the latest analysis have not been published
  std::unique_ptr<const Analysis> latest;    // nullptr before the first analysis
  std::unique_ptr<const Analysis> complete;  // the last analysis with a specification, if `latest` has none

  // Returns the latest analysis with a specification; nullptr if preprocessing has always failed so far.
  const Analysis* usable() const { return latest && latest->specification() ? latest.get() : complete.get(); }
};

// Replaces a range of the text, or the whole text if there is no range.
void change_text(std::string& text, const std::optional<TextRange>& range, const std::string& replacement,
                 PositionEncoding encoding);

class Documents {
 public:
  Document& open(const std::string& uri, std::string text);
  void close(const std::string& uri) { by_uri_.erase(uri); }
  // Returns the open document; nullptr if it is not open.
  Document* find(const std::string& uri);
  std::map<std::string, Document>& all() { return by_uri_; }
  const std::map<std::string, Document>& all() const { return by_uri_; }

  // Marks the documents as stale that may depend on the file.
  void touch(const std::string& path);
  void touch_all();

  // Analyses the document if it is stale.
  void refresh(Document& document, const AnalysisOptions& options);

  // Returns the URI of a file; for an open document, the URI that the editor uses.
  std::string uri_of(const std::string& path) const;

 private:
  std::map<std::string, Document> by_uri_;  // sorted, for a deterministic order of published diagnostics
};

}  // namespace dimma::idl
