// Diagnostics as editors show them: by the file that contains them, not by the document through which they were found.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "idl/server/documents/documents.hpp"

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
  std::vector<Related> related;  // notes that explain the report
  bool operator==(const Report&) const = default;
};

using ReportsByUri = std::map<std::string, std::vector<Report>>;

// Returns the diagnostics of a document's latest analysis. Diagnostics that are not in a file on the disk, such as
// those of the built-in orb.idl, are reported for the document.
ReportsByUri reports_of(const Document& document, const Documents& documents, PositionEncoding encoding);

// The reports of all open documents.
class ReportBoard {
 public:
  // Replaces the reports that were found through a document; `reports` is empty for a closed document. Returns the URIs
  // of files whose reports may have changed.
  std::set<std::string> replace(const std::string& document_uri, ReportsByUri reports);

  // Returns all reports of a file in the order of their places, without duplicates.
  std::vector<Report> of(const std::string& uri) const;

 private:
  std::map<std::string, ReportsByUri> by_document_;
};

}  // namespace dimma::idl
