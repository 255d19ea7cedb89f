#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace measure {

double clock_cost_ns() {
  constexpr int rounds = 101;
  constexpr int readings = 1000;
  std::vector<double> costs;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t begin = now_ns();
    for (int i = 1; i < readings; ++i) static_cast<void>(now_ns());
    costs.push_back(static_cast<double>(now_ns() - begin) / readings);
  }
  return median(std::move(costs));
}

double clock_resolution_ns() {
  std::vector<double> steps;
  for (int i = 0; i < 1001; ++i) {
    const std::uint64_t before = now_ns();
    std::uint64_t after = before;
    while (after == before) after = now_ns();
    steps.push_back(static_cast<double>(after - before));
  }
  return median(std::move(steps));
}

double harness_cost_ns() {
  const std::function<void()> nothing = [] {};  // a std::function, like the calls of a turn
  constexpr std::size_t rounds = 101;
  constexpr std::size_t calls = 1000;
  std::vector<double> costs;
  for (std::size_t round = 0; round < rounds; ++round) {
    Times times(calls);
    const std::uint64_t begin = now_ns();
    times.take(calls, nothing);
    costs.push_back(static_cast<double>(now_ns() - begin) / calls);
  }
  return quantile(costs, 0.1);  // the rounds that were disturbed least
}

double quantile(std::vector<double>& values, double share) {
  if (values.empty()) throw std::invalid_argument("no values to take a quantile of");
  if (!std::is_sorted(values.begin(), values.end())) std::sort(values.begin(), values.end());
  const double position = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], position - static_cast<double>(below));
}

double median(std::vector<double> values) { return quantile(values, 0.5); }

Summary Times::summarise() const {
  std::vector<double> elapsed_us;
  elapsed_us.reserve(elapsed_ns_.size());
  for (const std::uint64_t nanoseconds : elapsed_ns_) elapsed_us.push_back(static_cast<double>(nanoseconds) / 1000.0);
  Summary summary;
  summary.p50_us = quantile(elapsed_us, 0.5);
  summary.p99_us = quantile(elapsed_us, 0.99);
  summary.p999_us = quantile(elapsed_us, 0.999);
  summary.p9999_us = quantile(elapsed_us, 0.9999);
  summary.max_us = elapsed_us.back();
  summary.mean_us = std::accumulate(elapsed_us.begin(), elapsed_us.end(), 0.0) / static_cast<double>(elapsed_us.size());
  summary.calls_per_s = 1e6 / std::max(summary.mean_us, 1e-3);
  return summary;
}

void Times::share_out(std::uint64_t elapsed_ns, std::size_t calls) {
  if (calls != 0) elapsed_ns_.insert(elapsed_ns_.end(), calls, elapsed_ns / calls);
}

void Times::count_into(Histogram& histogram) const {
  for (const std::uint64_t nanoseconds : elapsed_ns_) histogram.add(nanoseconds);
}

Summary median_of(const std::vector<Summary>& turns) {
  Summary typical;
  for (const auto figure : figures) {
    std::vector<double> values;
    for (const Summary& turn : turns) values.push_back(turn.*figure);
    typical.*figure = median(std::move(values));
  }
  return typical;
}

}  // namespace measure
