#pragma once
// Times of single calls, and what is said about many of them.

#include "measure/clock.hpp"
#include "measure/histogram.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace measure {

// The figures of the calls of one turn, or the medians over several turns. Times are in microseconds.
struct Summary {
  double mean_us = 0;
  double p50_us = 0;
  double p99_us = 0;
  double p999_us = 0;
  double p9999_us = 0;
  double max_us = 0;
  double calls_per_s = 0;  // all threads together
  double cpu_us = 0;       // the processors' time for a call in the calling process, if it was looked at
};
// In the order in which they are written down and printed.
inline constexpr std::array figures = {&Summary::mean_us,  &Summary::p50_us, &Summary::p99_us,      &Summary::p999_us,
                                       &Summary::p9999_us, &Summary::max_us, &Summary::calls_per_s, &Summary::cpu_us};

// The value below which `share` (0 to 1) of the values lie, between neighbours by interpolation. Sorts them.
// Throws std::invalid_argument for none.
double quantile(std::vector<double>& values, double share);
double median(std::vector<double> values);

// The times of one turn, each call on its own: one reading of the clock lies between two calls and is part of both.
class Times {
 public:
  explicit Times(std::size_t calls) { elapsed_ns_.reserve(calls); }

  template <class Call>
  void take(std::size_t calls, Call&& call) {
    std::uint64_t before = now_ns();
    for (std::size_t i = 0; i < calls; ++i) {
      call();
      const std::uint64_t after = now_ns();
      elapsed_ns_.push_back(after - before);
      before = after;
    }
  }
  // So many calls that were in progress at the same time: each is given the same share of what they took together.
  void share_out(std::uint64_t elapsed_ns, std::size_t calls);
  void add(const Times& other) {
    elapsed_ns_.insert(elapsed_ns_.end(), other.elapsed_ns_.begin(), other.elapsed_ns_.end());
  }
  void clear() noexcept { elapsed_ns_.clear(); }
  std::size_t count() const noexcept { return elapsed_ns_.size(); }
  // Calls a second are those of one thread that does nothing else. Throws std::invalid_argument when nothing was taken.
  Summary summarise() const;
  void count_into(Histogram& histogram) const;

 private:
  std::vector<std::uint64_t> elapsed_ns_;
};

// The time that measuring adds to each call's, in nanoseconds: that of a call that does nothing, in one of many rounds
// that others have disturbed little.
double harness_cost_ns();

// The median over turns of each figure. Throws std::invalid_argument for no turn.
Summary median_of(const std::vector<Summary>& turns);

}  // namespace measure
