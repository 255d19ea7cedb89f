#include "perf/figures.hpp"

#include "measure/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perf {
namespace {

std::string id_of(const Result& result, const std::string& what) {
  return "test-" + std::to_string(result.test) + '-' + what;
}
std::string title_of(const Result& result) { return std::to_string(result.test) + "  " + result.title; }

// The unit of an axis, chosen so that its numbers are short.
struct Unit {
  double us;
  const char* name;
};
Unit unit_of(const std::vector<Run>& runs) {
  double most = 0;
  for (const Run& run : runs) most = std::max(most, statistics_of(run.times_us).median);
  return most < 1'000 ? Unit{1, "µs"} : Unit{1'000, "ms"};
}

Series line_of(const Run& run, const Unit& unit, std::size_t from, std::size_t to) {
  Series series{run.name, legend_of(run), Series::Kind::line, {}, {}};
  const std::size_t end = to == 0 ? run.times_us.size() : std::min(to, run.times_us.size());
  for (std::size_t i = from; i < end; ++i) {
    series.x.push_back(static_cast<double>(i + 1));
    series.y.push_back(run.times_us[i] / unit.us);
  }
  return series;
}

Run part_of(const Run& run, std::size_t from, std::size_t to) {
  Run part = run;
  const std::size_t end = to == 0 ? run.times_us.size() : std::min(to, run.times_us.size());
  part.times_us.assign(run.times_us.begin() + static_cast<std::ptrdiff_t>(std::min(from, end)),
                       run.times_us.begin() + static_cast<std::ptrdiff_t>(end));
  return part;
}

}  // namespace

std::string legend_of(const Run& run) {
  const Statistics of = statistics_of(run.times_us);
  const Unit unit = unit_of({run});
  const auto text = [&](double us) {
    const double value = us / unit.us;
    return measure::fixed(value, value < 100 ? 1 : 0);
  };
  return "min " + text(of.min) + " · median " + text(of.median) + " · mean " + text(of.mean) + " · σ " +
         text(of.sigma) + " · p99 " + text(of.p99) + " · max " + text(of.max) + ' ' + unit.name;
}

Plot times_plot(const Result& result, std::size_t from, std::size_t to) {
  const Unit unit = unit_of(result.runs);
  std::string title = title_of(result);
  std::string what = "times";
  if (from != 0) {
    title += ", without the first " + std::to_string(from);
    what += "-from-" + std::to_string(from);
  }
  if (to != 0) {
    title += ", the first " + std::to_string(to);
    what += "-to-" + std::to_string(to);
  }
  Plot plot{id_of(result, what), title, "iteration", std::string("time of a get, ") + unit.name, false, false, {}};
  for (const Run& run : result.runs) {
    Series series = line_of(run, unit, from, to);
    series.legend = legend_of(part_of(run, from, to));
    plot.series.push_back(std::move(series));
  }
  return plot;
}

Plot histogram_plot(const Result& result) {
  constexpr double classes_per_decade = 30;
  const Unit unit = unit_of(result.runs);
  Plot plot{id_of(result, "histogram"),
            title_of(result) + ", how often which time",
            std::string("time of a get, ") + unit.name,
            "gets",
            true,
            false,
            {}};
  for (const Run& run : result.runs) {
    std::vector<double> times = run.times_us;
    std::sort(times.begin(), times.end());
    const auto class_of = [&](double us) { return std::floor(std::log10(us / unit.us) * classes_per_decade); };
    const double first = class_of(times.front());
    const double last = class_of(times.back());
    Series series{run.name, "", Series::Kind::steps, {}, {}};
    auto time = times.begin();
    for (double of = first; of <= last + 1; of += 1) {
      double count = 0;
      while (time != times.end() && class_of(*time) <= of) {
        ++count;
        ++time;
      }
      series.x.push_back(std::pow(10, of / classes_per_decade));
      series.y.push_back(count);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

Plot arrays_plot(const Result& result, bool is_log) {
  constexpr double us_per_ms = 1'000;
  Plot plot{id_of(result, is_log ? "semi-log" : "linear"),
            title_of(result) + (is_log ? ", semi-logarithmic" : ", linear"),
            is_log ? "iteration: 10, 100, ... 1,000,000 longs, one after the other" : "longs",
            "time of a get, ms",
            false,
            is_log,
            {}};
  for (const Run& run : result.runs) {
    Series series{run.name, "", is_log ? Series::Kind::line : Series::Kind::points, {}, {}};
    for (std::size_t i = 0; i < run.times_us.size(); ++i) {
      series.x.push_back(is_log ? static_cast<double>(i + 1) : result.lengths[i]);
      series.y.push_back(run.times_us[i] / us_per_ms);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

Plot beside_plot(const std::string& id, const std::string& title, const std::vector<Run>& runs) {
  const Unit unit = unit_of(runs);
  Plot plot{id, title, "iteration", std::string("time of a get, ") + unit.name, false, false, {}};
  for (const Run& run : runs) plot.series.push_back(line_of(run, unit, 0, 0));
  return plot;
}

Plot throughput_plot(const std::string& id, const std::string& title, const std::vector<std::string>& names,
                     const std::vector<std::vector<Run>>& lots) {
  constexpr std::size_t classes = 60;
  Plot plot{id, title, "time since the start, s", "gets a second", false, false, {}};
  for (std::size_t lot = 0; lot < lots.size(); ++lot) {
    std::vector<double> ends;
    double start = std::numeric_limits<double>::max();
    for (const Run& run : lots[lot]) start = std::min(start, run.start_s);
    for (const Run& run : lots[lot]) {
      double at = run.start_s - start;
      for (const double time : run.times_us) ends.push_back(at += time / 1e6);
    }
    const double width = *std::max_element(ends.begin(), ends.end()) / classes;
    std::vector<double> counts(classes, 0);
    for (const double end : ends) counts[std::min(static_cast<std::size_t>(end / width), classes - 1)] += 1;
    Series series{names[lot], "", Series::Kind::line, {}, {}};
    for (std::size_t i = 0; i < classes; ++i) {
      series.x.push_back((static_cast<double>(i) + 0.5) * width);
      series.y.push_back(counts[i] / width);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

}  // namespace perf
