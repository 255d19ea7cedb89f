#pragma once
// Plots as SVG: in a page, whose style defines the colours, or as files of their own.

#include <string>
#include <vector>

namespace perf {

struct Series {
  enum class Kind { line, points, steps };
  std::string name;
  std::string legend;  // after the name; its parts, separated by " · ", are put on several lines if room is short
  Kind kind = Kind::line;
  std::vector<double> x;
  std::vector<double> y;
};

struct Plot {
  std::string id;  // the name of its file, without the suffix
  std::string title;
  std::string x_label;
  std::string y_label;
  bool is_log_x = false;
  bool is_log_y = false;
  std::vector<Series> series;  // up to 6 have colours of their own
};

// `is_alone`: the plot is a file of its own, with a style, which is light or dark as the reader's system is.
std::string svg_of(const Plot& plot, int width, int height, bool is_alone);

// Escapes text for HTML and SVG.
std::string escaped(const std::string& text);

}  // namespace perf
