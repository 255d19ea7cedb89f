#include "report/comparison.hpp"

#include "measure/statistics.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace bench {
namespace {

constexpr std::size_t turns_compared_least = 5;
constexpr double certainty = 0.999;  // high, because hundreds of differences are tested

using Place = std::tuple<std::string, std::string, double>;  // experiment, series, x

struct Found {
  std::string kind;
  std::string lower;
  std::vector<double> us;  // the p50 of each turn
};
using Report = std::map<Place, Found>;

std::vector<double> turns_of(const JsonInput& sample) {
  std::vector<double> us;
  const JsonInput turns = sample.at("turns");
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const double p50 = turns.at(i).at("p50_us").number();
    if (p50 < 0) throw JsonError("a time is below zero");
    us.push_back(p50);
  }
  return us;
}

void read_series(Report& report, const std::string& experiment, const JsonInput& series) {
  const JsonInput samples = series.at("samples");
  for (std::size_t i = 0; i < samples.size(); ++i) {
    auto us = turns_of(samples.at(i));
    if (us.empty()) continue;
    report[{experiment, series.at("name").text(), samples.at(i).at("x").number()}] = {
        series.at("kind").text(), series.at("lower").text(), std::move(us)};
  }
}

Report read_report(const JsonInput& json) {
  if (!json.has("format") || json.at("format").text() != "dimma-bench report") {
    throw JsonError("it is no report of dimma-bench");
  }
  if (json.at("version").number() != 1) throw JsonError("its version is not 1");
  Report report;
  const JsonInput experiments = json.at("experiments");
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const JsonInput series = experiments.at(i).at("series");
    for (std::size_t j = 0; j < series.size(); ++j) {
      read_series(report, experiments.at(i).at("name").text(), series.at(j));
    }
  }
  return report;
}

const Found* lower_of(const Report& report, const Place& place, const Found& found) {
  if (found.lower.empty()) return nullptr;
  const auto lower = report.find({std::get<0>(place), found.lower, std::get<2>(place)});
  if (lower == report.end() || lower->second.us.size() != found.us.size()) return nullptr;
  const auto& us = lower->second.us;
  return std::all_of(us.begin(), us.end(), [](double time) { return time > 0; }) ? &lower->second : nullptr;
}

template <class Relate>
std::vector<double> each_turn(const std::vector<double>& gross, const std::vector<double>& lower, Relate relate) {
  std::vector<double> values;
  for (std::size_t i = 0; i < gross.size(); ++i) values.push_back(relate(gross[i], lower[i]));
  return values;
}

void compare_over_lower(Difference& result, const Found& one, const Found& one_lower, const Found& other,
                        const Found& other_lower) {
  const auto over = [](double gross, double lower) { return gross / lower; };
  const auto less = [](double gross, double lower) { return gross - lower; };
  const auto was = each_turn(one.us, one_lower.us, over);
  const auto is = each_turn(other.us, other_lower.us, over);
  const auto net_was = each_turn(one.us, one_lower.us, less);
  const auto net_is = each_turn(other.us, other_lower.us, less);
  result.to_lower = true;
  result.quotient = measure::median(is) / measure::median(was);
  result.between = measure::quotient_interval(is, was, certainty);
  result.net_before_us = measure::median(net_was);
  result.net_after_us = measure::median(net_is);
  result.net_change_us = measure::difference_interval(net_is, net_was, certainty);
}

Difference difference(const Report& before, const Report& after, const Place& place) {
  const Found& one = before.at(place);
  const Found& other = after.at(place);
  const Found* const one_lower = lower_of(before, place, one);
  const Found* const other_lower = lower_of(after, place, other);
  Difference result;
  std::tie(result.experiment, result.series, result.x) = place;
  result.kind = one.kind;
  result.before_us = measure::median(one.us);
  result.after_us = measure::median(other.us);
  result.enough =
      std::min(one.us.size(), other.us.size()) >= turns_compared_least && result.before_us > 0 && result.after_us > 0;
  if (!result.enough) return result;
  if (one_lower != nullptr && other_lower != nullptr) {
    compare_over_lower(result, one, *one_lower, other, *other_lower);
  } else {
    result.quotient = result.after_us / result.before_us;
    result.between = measure::quotient_interval(other.us, one.us, certainty);
  }
  return result;
}

double machine_change_of(const std::vector<Difference>& all) {
  std::vector<double> changes;
  for (const Difference& one : all) {
    if (one.kind == "bare" && one.before_us > 0) changes.push_back(one.after_us / one.before_us - 1);
  }
  return changes.empty() ? 0 : measure::median(std::move(changes));
}

}  // namespace

bool Comparison::is_slower(const Difference& one, double least) {
  if (!one.enough) return false;
  if (one.to_lower) {
    return one.between.low > 1 && one.quotient > 1 + least && one.net_change_us.low > 0 &&
           one.net_after_us - one.net_before_us > least * one.before_us;
  }
  const double machine = std::max(one.machine, 1.0);
  return one.between.low > machine && one.quotient > machine * (1 + least);
}

bool Comparison::is_faster(const Difference& one, double least) {
  if (!one.enough) return false;
  if (one.to_lower) {
    return one.between.high < 1 && one.quotient < 1 / (1 + least) && one.net_change_us.high < 0 &&
           one.net_before_us - one.net_after_us > least * one.after_us;
  }
  const double machine = std::min(one.machine, 1.0);
  return one.between.high < machine && one.quotient < machine / (1 + least);
}

void check_report(const JsonInput& json) {
  read_report(json);
  json.at("machine").text();
  const JsonInput warnings = json.at("warnings");
  for (std::size_t i = 0; i < warnings.size(); ++i) warnings.at(i).text();
}

Comparison compare_reports(const JsonInput& before, const JsonInput& after) {
  const Report one = read_report(before);
  const Report other = read_report(after);
  Comparison comparison;
  std::size_t only_before = 0;
  for (const auto& [place, found] : one) {
    if (other.count(place) == 0) {
      ++only_before;
    } else {
      comparison.all.push_back(difference(one, other, place));
    }
  }
  const std::size_t only_after = other.size() - comparison.all.size();
  comparison.machine_change = machine_change_of(comparison.all);
  for (Difference& each : comparison.all) {
    if (each.kind != "bare") each.machine = 1 + comparison.machine_change;
  }
  auto& notes = comparison.notes;
  if (before.at("machine").text() != after.at("machine").text()) {
    notes.push_back("they are of different machines, or of different compilers:\n  " + before.at("machine").text() +
                    "\n  " + after.at("machine").text());
  }
  if (only_before + only_after != 0) {
    notes.push_back(std::to_string(only_before) + " measurements are in the first alone, " +
                    std::to_string(only_after) + " in the second alone");
  }
  for (const JsonInput* const report : {&before, &after}) {
    const JsonInput warnings = report->at("warnings");
    if (warnings.size() == 0) continue;
    notes.push_back(std::string("the ") + (report == &before ? "first" : "second") + " has " +
                    std::to_string(warnings.size()) + " warnings, of which one is: " + warnings.at(0).text());
  }
  return comparison;
}

}  // namespace bench
