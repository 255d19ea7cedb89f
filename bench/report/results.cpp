#include "report/results.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace bench {

std::vector<double> Sample::each_turn(double measure::Summary::*figure) const {
  std::vector<double> values;
  for (const auto& turn : turns) values.push_back(turn.*figure);
  return values;
}

const char* text_of(Kind kind) { return kind == Kind::bare ? "bare" : kind == Kind::peer ? "peer" : "dimma"; }

const Sample* Series::at(double x) const {
  const auto found = std::find_if(samples.begin(), samples.end(), [x](const Sample& sample) { return sample.x == x; });
  return found == samples.end() || found->turns.empty() ? nullptr : &*found;
}

Series& Study::named(const std::string& name_of, Kind kind, const std::string& lower) {
  for (Series& one : series) {
    if (one.name == name_of) return one;
  }
  return series.emplace_back(Series{.name = name_of, .kind = kind, .lower = lower, .failure = {}, .samples = {}});
}

const Series* Study::find(const std::string& name_of) const {
  const auto found = std::find_if(series.begin(), series.end(), [&](const Series& one) { return one.name == name_of; });
  return found == series.end() ? nullptr : &*found;
}

std::vector<double> net_of_turns(const Study& experiment, const Series& series, const Sample& sample) {
  const Series* const lower = series.lower.empty() ? nullptr : experiment.find(series.lower);
  const Sample* const bare = lower == nullptr ? nullptr : lower->at(sample.x);
  std::vector<double> net;
  if (bare == nullptr) return net;
  const std::size_t both = std::min(sample.turns.size(), bare->turns.size());
  for (std::size_t i = 0; i < both; ++i) net.push_back(sample.turns[i].p50_us - bare->turns[i].p50_us);
  return net;
}

std::optional<measure::CostLine> line_of(const Series& series) {
  std::vector<measure::SizedTime> times;
  for (const Sample& sample : series.samples) {
    if (!sample.turns.empty())
      times.push_back({sample.x, measure::median(sample.each_turn(&measure::Summary::p50_us))});
  }
  try {
    return measure::cost_line(times);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

std::optional<measure::CostLine> net_line_of(const Study& experiment, const Series& series) {
  const Series* const lower = series.lower.empty() ? nullptr : experiment.find(series.lower);
  const auto gross = line_of(series);
  const auto below = lower == nullptr ? std::nullopt : line_of(*lower);
  return gross && below ? std::optional(measure::beyond(*gross, *below)) : std::nullopt;
}

std::vector<OrbsCompared> orbs_compared(const Study& experiment) {
  constexpr std::string_view ours = "dimma, ";
  std::vector<OrbsCompared> all;
  for (const Series& one : experiment.series) {
    if (one.name.rfind(ours, 0) != 0) continue;
    const std::string type = one.name.substr(ours.size());
    const auto net_of_one = net_line_of(experiment, one);
    for (const Series& other : experiment.series) {
      const auto comma = other.name.find(", ");
      if (other.kind != Kind::peer || comma == std::string::npos || other.name.substr(comma + 2) != type) continue;
      const auto net_of_other = net_line_of(experiment, other);
      if (net_of_one && net_of_other) {
        all.push_back({type, "dimma", other.name.substr(0, comma), *net_of_one, *net_of_other});
      }
    }
  }
  return all;
}

}  // namespace bench
