#pragma once
// The page of a report: sections with plots and tables, in a single file.

#include "perf/plot.hpp"

#include <string>
#include <vector>

namespace perf {

struct Table {
  std::string title;                           // the text to click on
  std::vector<std::vector<std::string>> rows;  // the first is the heading
};

struct Section {
  std::string id;
  std::string title;
  std::string text;
  std::vector<Plot> plots;
  std::vector<Table> tables;
  std::vector<std::string> files;  // the files with its data, in the page's folder
};

struct Page {
  std::string headline;
  std::string date;
  std::string machine;
  struct Fact {
    std::string figure;
    std::string text;
  };
  std::vector<Fact> facts;
  std::vector<Section> sections;
};

std::string html_of(const Page& page);

}  // namespace perf
