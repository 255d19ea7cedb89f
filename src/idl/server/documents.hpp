// The documents that are open in the editor, whose texts override those on the disk.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "idl/server/analysis.hpp"
#include "idl/server/positions.hpp"

namespace dimma::idl {

struct Document {
  std::string uri;
  std::string path;
  std::string text;
  std::optional<std::int64_t> version;
  bool is_stale = true;                      // its analysis is older than a text on which it depends
  bool is_unpublished = false;               // its analysis is newer than its published diagnostics
  std::unique_ptr<const Analysis> latest;    // nullptr before the first analysis
  std::unique_ptr<const Analysis> complete;  // the last one with a specification, if the latest has none

  // Returns the analysis that answers questions; nullptr if no text of the document could be preprocessed so far.
  const Analysis* usable() const { return latest && latest->specification() ? latest.get() : complete.get(); }
};

// Replaces a range of the text, or all of it if there is no range.
void change_text(std::string& text, const std::optional<TextRange>& range, const std::string& replacement,
                 PositionEncoding encoding);

class Documents {
 public:
  Document& open(const std::string& uri, std::string text);
  void close(const std::string& uri) { by_uri_.erase(uri); }
  // Returns nullptr if the document is not open.
  Document* find(const std::string& uri);
  std::map<std::string, Document>& all() { return by_uri_; }
  const std::map<std::string, Document>& all() const { return by_uri_; }

  // Marks documents as stale that may depend on the file.
  void touch(const std::string& path);
  void touch_all();

  // Analyses the document if it is stale.
  void refresh(Document& document, const AnalysisOptions& options);

  // Returns the URI of a file, in the editor's spelling if it is open.
  std::string uri_of(const std::string& path) const;

 private:
  std::map<std::string, Document> by_uri_;  // sorted, so that diagnostics are published in a fixed order
};

}  // namespace dimma::idl
