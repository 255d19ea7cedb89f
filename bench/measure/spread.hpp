#pragma once
// How values spread, how sure a median of them is, and whether they still drift.

#include "measure/histogram.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace measure {

// A box-and-whisker plot: the box from the first to the third quartile, each whisker to the outermost value that lies
// within one and a half boxes of it.
struct Box {
  double low = 0;
  double first = 0;
  double median = 0;
  double third = 0;
  double high = 0;
  std::size_t outside = 0;  // beyond the whiskers
};
// Throws std::invalid_argument for no value.
Box box_of(std::vector<double> values);
// The box of many calls, in microseconds, each taken as the middle of its class.
Box box_of(const Histogram& calls);

struct Interval {
  double low = 0;
  double high = 0;

  bool holds(double value) const noexcept { return low <= value && value <= high; }
};
// The interval in which the median of such values lies, 95 times in 100: by bootstrap, that is from the medians of many
// samples drawn from the values themselves. The same values give the same interval. Throws std::invalid_argument for no
// value.
Interval median_interval(const std::vector<double>& values);
// The same for the quotient of the medians of two independent lots of values, also with another certainty.
Interval quotient_interval(const std::vector<double>& dividends, const std::vector<double>& divisors,
                           double certainty = 0.95);
// And that of their difference, the first less the second.
Interval difference_interval(const std::vector<double>& ones, const std::vector<double>& others,
                             double certainty = 0.95);

// Returns true if later values are larger, or smaller, than earlier ones more often than chance has it (Mann and
// Kendall's test, at 5 in 100).
bool drifts(const std::vector<double>& values);

// Repeats what is to warm up until the last `window` results no longer drift.
struct WarmUp {
  std::size_t turns = 0;
  bool steady = false;  // false: it still drifted when patience was out
};
WarmUp warm_up(const std::function<double()>& turn, std::size_t window = 8, std::size_t most = 48);

}  // namespace measure
