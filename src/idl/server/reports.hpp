// Diagnostics as editors show them: for each file, whichever document they were found through.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "idl/server/documents.hpp"

namespace dimma::idl {

struct Report {
  struct Related {
    std::string uri;
    TextRange range;
    std::string message;
    bool operator==(const Related&) const = default;
  };
  TextRange range;
  Severity severity = Severity::Error;
  std::string message;
  std::vector<Related> related;  // the notes that explain it
  bool operator==(const Report&) const = default;
};

using ReportsByUri = std::map<std::string, std::vector<Report>>;

// The diagnostics of a document's latest analysis. Those without a file of their own, as of the built-in orb.idl, are
// the document's.
ReportsByUri reports_of(const Document& document, const Documents& documents, PositionEncoding encoding);

// The reports of all open documents.
class ReportBoard {
 public:
  // Replaces what was found through a document, nothing for one that is closed. Returns the files whose reports may
  // have changed.
  std::set<std::string> replace(const std::string& document_uri, ReportsByUri reports);

  // All reports of a file, each once, by their places.
  std::vector<Report> of(const std::string& uri) const;

 private:
  std::map<std::string, ReportsByUri> by_document_;
};

}  // namespace dimma::idl
