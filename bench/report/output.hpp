#pragma once
// A report's files.

#include "report/results.hpp"

#include <string>

namespace bench {

std::string json_of(const Results& results);
// A line for each turn of each contender.
std::string csv_of(const Study& experiment);
// The whole page, which needs no other file; `json` is json_of() of the same results.
std::string page_of(const std::string& json);

// Throws std::system_error with the file's name. Replaces an existing file only when the new one is complete.
void write_file(const std::string& path, const std::string& content);
// Writes report.json, report.html and *.csv, and a distribution (*.hgrm) for each contender whose single calls were
// kept. Throws as write_file().
void write_all(const Results& results, const std::string& folder);

}  // namespace bench
