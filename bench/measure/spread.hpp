#pragma once
// The spread of values, the confidence interval of their median, and whether they drift.

#include "measure/histogram.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace measure {

// A box-and-whisker plot: the box extends from the first to the third quartile, and each whisker to the outermost value
// that is at most one and a half times the box's length away from it.
struct Box {
  double low = 0;
  double first = 0;
  double median = 0;
  double third = 0;
  double high = 0;
  std::size_t outside = 0;  // beyond the whiskers
};
// Throws std::invalid_argument if there is no value.
Box box_of(std::vector<double> values);
// The box of many calls' times, in microseconds. Each is taken as the middle of its class.
Box box_of(const Histogram& calls);

struct Interval {
  double low = 0;
  double high = 0;

  bool holds(double value) const noexcept { return low <= value && value <= high; }
};
// The 95 percent confidence interval of the median, by bootstrap: from the medians of many samples that are drawn from
// the values. The same values give the same interval. Throws std::invalid_argument if there is no value.
Interval median_interval(const std::vector<double>& values);
// Likewise, for the quotient of the medians of two independent samples.
Interval quotient_interval(const std::vector<double>& dividends, const std::vector<double>& divisors,
                           double certainty = 0.95);
// Likewise, for their difference: the first median less the second.
Interval difference_interval(const std::vector<double>& ones, const std::vector<double>& others,
                             double certainty = 0.95);

// Returns true if the values have a trend: later ones are larger, or smaller, than earlier ones more often than by
// chance (the Mann-Kendall test, at the 5 percent level).
bool drifts(const std::vector<double>& values);

// Repeats `turn` until its last `window` results do not drift, but at most `most` times.
struct WarmUp {
  std::size_t turns = 0;
  bool steady = false;  // false: the results still drifted after `most` turns
};
WarmUp warm_up(const std::function<double()>& turn, std::size_t window = 8, std::size_t most = 48);

}  // namespace measure
