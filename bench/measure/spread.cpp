#include "measure/spread.hpp"

#include "measure/statistics.hpp"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace measure {
namespace {

constexpr std::size_t resamples = 1000;
constexpr std::size_t resamples_of_two = 4000;  // more, because intervals of higher certainty need rare values
constexpr unsigned bootstrap_seed = 2046;

double median_of_sample(const std::vector<double>& values, std::vector<double>& sample, std::mt19937& random) {
  sample.resize(values.size());
  for (double& drawn : sample) drawn = values[random() % values.size()];
  std::sort(sample.begin(), sample.end());
  return quantile(sample, 0.5);
}

Interval middle_of(std::vector<double>& statistics, double certainty) {
  return {quantile(statistics, (1 - certainty) / 2), quantile(statistics, (1 + certainty) / 2)};
}

// The interval of a relation between the medians of two samples.
template <class Relate>
Interval of_two(const std::vector<double>& ones, const std::vector<double>& others, double certainty, Relate relate) {
  if (ones.empty() || others.empty()) throw std::invalid_argument("no values to take an interval of");
  std::mt19937 random(bootstrap_seed);
  std::vector<double> sample, related;
  for (std::size_t i = 0; i < resamples_of_two; ++i) {
    const double one = median_of_sample(ones, sample, random);
    related.push_back(relate(one, median_of_sample(others, sample, random)));
  }
  return middle_of(related, certainty);
}

}  // namespace

Box box_of(std::vector<double> values) {
  Box box;
  box.first = quantile(values, 0.25);  // sorts them
  box.median = quantile(values, 0.5);
  box.third = quantile(values, 0.75);
  const double reach = 1.5 * (box.third - box.first);
  const auto low = std::lower_bound(values.begin(), values.end(), box.first - reach);
  const auto end = std::upper_bound(values.begin(), values.end(), box.third + reach);
  box.low = *low;
  box.high = *(end - 1);
  box.outside = static_cast<std::size_t>(low - values.begin()) + static_cast<std::size_t>(values.end() - end);
  return box;
}

Box box_of(const Histogram& calls) {
  if (calls.count() == 0) throw std::invalid_argument("no values to take a box of");
  const auto& classes = calls.classes();
  const auto middle_us = [](std::uint64_t lower) {
    return static_cast<double>(lower + Histogram::upper_end(lower) - 1) / 2000;
  };
  const auto at_share = [&](double share) {
    auto left = static_cast<std::uint64_t>(share * static_cast<double>(calls.count() - 1));
    for (const auto& [lower, count] : classes) {
      if (left < count) return middle_us(lower);
      left -= count;
    }
    return middle_us(classes.rbegin()->first);
  };
  Box box{.first = at_share(0.25), .median = at_share(0.5), .third = at_share(0.75)};
  const double reach = 1.5 * (box.third - box.first);
  box.low = box.first;
  for (const auto& [lower, count] : classes) {
    const double us = middle_us(lower);
    if (us < box.first - reach || us > box.third + reach) {
      box.outside += count;
    } else {
      box.low = std::min(box.low, us);
      box.high = std::max(box.high, us);
    }
  }
  return box;
}

Interval median_interval(const std::vector<double>& values) {
  if (values.empty()) throw std::invalid_argument("no values to take an interval of");
  std::mt19937 random(bootstrap_seed);
  std::vector<double> sample, medians;
  for (std::size_t i = 0; i < resamples; ++i) medians.push_back(median_of_sample(values, sample, random));
  return middle_of(medians, 0.95);
}

Interval quotient_interval(const std::vector<double>& dividends, const std::vector<double>& divisors,
                           double certainty) {
  return of_two(dividends, divisors, certainty, [](double dividend, double divisor) { return dividend / divisor; });
}

Interval difference_interval(const std::vector<double>& ones, const std::vector<double>& others, double certainty) {
  return of_two(ones, others, certainty, [](double one, double other) { return one - other; });
}

bool drifts(const std::vector<double>& values) {
  const double one_in_twenty = boost::math::quantile(boost::math::normal(), 0.975);
  const auto count = static_cast<double>(values.size());
  double rises = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) rises += (values[j] > values[i]) - (values[j] < values[i]);
  }
  const double variance = count * (count - 1) * (2 * count + 5) / 18;
  return variance > 0 && std::max(std::abs(rises) - 1, 0.0) / std::sqrt(variance) > one_in_twenty;
}

WarmUp warm_up(const std::function<double()>& turn, std::size_t window, std::size_t most) {
  WarmUp result;
  std::vector<double> latest;
  while (result.turns < most && !result.steady) {
    latest.push_back(turn());
    ++result.turns;
    if (latest.size() > window) latest.erase(latest.begin());
    result.steady = latest.size() == window && !drifts(latest);
  }
  return result;
}

}  // namespace measure
