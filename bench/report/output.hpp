#pragma once
// A report's files.

#include "report/results.hpp"

#include <string>

namespace bench {

std::string json_of(const Results& results);
// Every turn of every contender: a line each.
std::string csv_of(const Study& experiment);
// The whole page, which needs no other file; `json` is json_of() of the same results.
std::string page_of(const std::string& json);

// Throws std::system_error that names the file. A file that was there before stays as it was until the new one is
// whole.
void write_file(const std::string& path, const std::string& content);
// report.json, report.html and *.csv; a distribution (*.hgrm) where single calls were kept. Throws as write_file().
void write_all(const Results& results, const std::string& folder);

}  // namespace bench
