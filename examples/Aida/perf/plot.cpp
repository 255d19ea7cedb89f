#include "perf/plot.hpp"

#include "measure/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace perf {
namespace {

constexpr int line_height = 17;
constexpr double letter_width = 6.6;
constexpr std::size_t colours = 6;
constexpr const char* separator = " · ";

constexpr const char* style = R"(<style>
svg{--ink:#1d2330;--soft:#5c6475;--line:#e3e1da;--card:#ffffff;
--s0:#2457d6;--s1:#d9622b;--s2:#1d8a5f;--s3:#8b45c9;--s4:#b58900;--s5:#5c6475;background:var(--card)}
@media (prefers-color-scheme: dark){svg{--ink:#e8eaf0;--soft:#9aa3b5;--line:#2b3240;--card:#1a1f29;
--s0:#7aa2ff;--s1:#ff9a66;--s2:#5fd3a3;--s3:#c79bff;--s4:#e6c34a;--s5:#9aa3b5}}
text{font:12px system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:var(--soft)}
.title{font-weight:600;font-size:14px;fill:var(--ink)}
.grid{stroke:var(--line);stroke-width:1}
</style>)";

std::string number(double value) {
  std::ostringstream out;
  out.precision(6);
  out << value;
  return out.str();
}
std::string pixel(double value) { return measure::fixed(value, 1); }

// Maps values to pixels.
class Axis {
 public:
  Axis(double low, double high, bool is_log, double from, double to)
      : is_log_(is_log), low_(scaled(low)), high_(scaled(high)), from_(from), to_(to) {
    if (!(high_ > low_)) high_ = low_ + 1;
  }
  double at(double value) const {
    return from_ + (std::clamp(scaled(value), low_, high_) - low_) / (high_ - low_) * (to_ - from_);
  }
  // Returns about `about` ticks, at round values.
  std::vector<double> ticks(int about) const {
    std::vector<double> ticks;
    if (is_log_) {
      for (double power = std::ceil(low_); power <= high_ + 1e-9; power += 1) ticks.push_back(std::pow(10, power));
      if (ticks.size() > 1) return ticks;
      ticks.clear();
      for (const double digit : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0}) {
        const double value = std::pow(10, std::floor(low_)) * digit;
        if (std::log10(value) >= low_ - 1e-9 && std::log10(value) <= high_ + 1e-9) ticks.push_back(value);
      }
      return ticks;
    }
    const double rough = (high_ - low_) / about;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double digit : {1.0, 2.0, 5.0}) {
      if (digit * power >= rough) {
        step = digit * power;
        break;
      }
    }
    for (double value = std::ceil(low_ / step) * step; value <= high_ + step / 1e6; value += step) {
      ticks.push_back(std::abs(value) < step / 1e6 ? 0 : value);
    }
    return ticks;
  }

 private:
  double scaled(double value) const {
    return is_log_ ? std::log10(std::max(value, std::numeric_limits<double>::min())) : value;
  }
  bool is_log_;
  double low_;
  double high_;
  double from_;
  double to_;
};

struct Range {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();

  void take(const std::vector<double>& values, bool is_log) {
    for (const double value : values) {
      if (is_log && value <= 0) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
};

std::vector<std::string> wrapped(const std::string& text, double width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t begin = 0; begin <= text.size();) {
    auto end = text.find(separator, begin);
    if (end == std::string::npos) end = text.size();
    const std::string part = text.substr(begin, end - begin);
    const std::string longer = line.empty() ? part : line + separator + part;
    if (!line.empty() && static_cast<double>(longer.size()) * letter_width > width) {
      lines.push_back(line);
      line = part;
    } else {
      line = longer;
    }
    begin = end + std::string(separator).size();
  }
  lines.push_back(line);
  return lines;
}

// Draws only the highest and the lowest of many points in a column of pixels, which looks the same.
std::string path_of(const Series& series, const Axis& x, const Axis& y) {
  std::ostringstream path;
  const auto move = [&](double px, double py) {
    path << (path.tellp() == 0 ? 'M' : 'L') << pixel(px) << ' ' << pixel(py);
  };
  for (std::size_t i = 0; i < series.x.size();) {
    const double column = std::floor(x.at(series.x[i]) * 2);
    std::size_t end = i;
    double lowest = y.at(series.y[i]);
    double highest = lowest;
    while (end < series.x.size() && std::floor(x.at(series.x[end]) * 2) == column) {
      lowest = std::max(lowest, y.at(series.y[end]));
      highest = std::min(highest, y.at(series.y[end]));
      ++end;
    }
    move(x.at(series.x[i]), y.at(series.y[i]));
    if (end - i > 2) {
      move(column / 2, lowest);
      move(column / 2, highest);
    } else if (end - i == 2) {
      move(x.at(series.x[i + 1]), y.at(series.y[i + 1]));
    }
    i = end;
  }
  return path.str();
}

std::string steps_of(const Series& series, const Axis& x, const Axis& y) {
  std::ostringstream path;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    path << (i == 0 ? "M" : "H") << pixel(x.at(series.x[i]));
    path << (i == 0 ? " " : "V") << pixel(y.at(series.y[i]));
  }
  return path.str();
}

void draw(std::ostream& out, const Series& series, std::size_t index, const Axis& x, const Axis& y) {
  const std::string colour = "var(--s" + std::to_string(index % colours) + ')';
  if (series.kind == Series::Kind::points) {
    out << "<g fill=\"" << colour << "\" fill-opacity=\".65\">";
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      out << "<circle cx=\"" << pixel(x.at(series.x[i])) << "\" cy=\"" << pixel(y.at(series.y[i])) << "\" r=\"2.2\"/>";
    }
    out << "</g>\n";
    return;
  }
  const std::string path = series.kind == Series::Kind::steps ? steps_of(series, x, y) : path_of(series, x, y);
  out << "<path d=\"" << path << "\" fill=\"none\" stroke=\"" << colour
      << "\" stroke-width=\"1.1\" stroke-linejoin=\"round\" stroke-opacity=\".85\"/>\n";
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string escaped;
  for (const char character : text) {
    switch (character) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += character;
    }
  }
  return escaped;
}

std::string svg_of(const Plot& plot, int width, int height, bool is_alone) {
  constexpr double left = 66;
  constexpr double right = 14;
  constexpr double bottom = 42;
  std::ostringstream out;
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << height
      << "\" role=\"img\" aria-label=\"" << escaped(plot.title) << "\">\n";
  if (is_alone) out << style << '\n';
  double top = 22;
  for (const std::string& line : wrapped(plot.title, width - 24)) {
    out << "<text class=\"title\" x=\"12\" y=\"" << pixel(top) << "\">" << escaped(line) << "</text>\n";
    top += line_height;
  }
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    const std::string text = series.name + (series.legend.empty() ? "" : ": " + series.legend);
    out << "<rect x=\"12\" y=\"" << pixel(top - 7) << "\" width=\"14\" height=\"4\" rx=\"2\" fill=\"var(--s"
        << i % colours << ")\"/>\n";
    for (const std::string& line : wrapped(text, width - 46)) {
      out << "<text x=\"32\" y=\"" << pixel(top) << "\">" << escaped(line) << "</text>\n";
      top += line_height;
    }
  }
  Range xs;
  Range ys;
  for (const Series& series : plot.series) {
    xs.take(series.x, plot.is_log_x);
    ys.take(series.y, plot.is_log_y);
  }
  if (!plot.is_log_y) ys.low = std::min(0.0, ys.low);
  const Axis x(xs.low, xs.high, plot.is_log_x, left, width - right);
  const Axis y(ys.low, ys.high * (plot.is_log_y ? 1.15 : 1.04), plot.is_log_y, height - bottom, top);
  for (const double tick : y.ticks(5)) {
    out << "<line class=\"grid\" x1=\"" << left << "\" x2=\"" << width - right << "\" y1=\"" << pixel(y.at(tick))
        << "\" y2=\"" << pixel(y.at(tick)) << "\"/><text text-anchor=\"end\" x=\"" << left - 6 << "\" y=\""
        << pixel(y.at(tick) + 4) << "\">" << number(tick) << "</text>\n";
  }
  for (const double tick : x.ticks(width / 90)) {
    out << "<text text-anchor=\"middle\" x=\"" << pixel(x.at(tick)) << "\" y=\"" << height - bottom + 16 << "\">"
        << number(tick) << "</text>\n";
  }
  for (std::size_t i = 0; i < plot.series.size(); ++i) draw(out, plot.series[i], i, x, y);
  out << "<text text-anchor=\"middle\" x=\"" << pixel((left + width - right) / 2) << "\" y=\"" << height - 8 << "\">"
      << escaped(plot.x_label) << "</text>\n<text text-anchor=\"middle\" transform=\"translate(12 "
      << pixel((top + height - bottom) / 2) << ") rotate(-90)\">" << escaped(plot.y_label) << "</text>\n</svg>\n";
  return out.str();
}

}  // namespace perf
