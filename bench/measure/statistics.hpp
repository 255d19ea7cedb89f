#pragma once
// The times of single calls, and statistics of many.

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
  double cpu_us = 0;       // the calling process's processor time for a call; 0: not measured
};
// All figures, in the order in which they are stored and printed.
inline constexpr std::array figures = {&Summary::mean_us,  &Summary::p50_us, &Summary::p99_us,      &Summary::p999_us,
                                       &Summary::p9999_us, &Summary::max_us, &Summary::calls_per_s, &Summary::cpu_us};

// The value below which `share` (0 to 1) of the values lie; interpolates between neighbours. Sorts the values.
// Throws std::invalid_argument if there are none.
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
  // Adds calls that were in progress at the same time: each gets the same share of the time that they took together.
  void share_out(std::uint64_t elapsed_ns, std::size_t calls);
  void add(const Times& other) {
    elapsed_ns_.insert(elapsed_ns_.end(), other.elapsed_ns_.begin(), other.elapsed_ns_.end());
  }
  void clear() noexcept { elapsed_ns_.clear(); }
  std::size_t count() const noexcept { return elapsed_ns_.size(); }
  // The calls per second are those of one thread that does nothing else. Throws std::invalid_argument if there are no
  // times.
  Summary summarise() const;
  void count_into(Histogram& histogram) const;

 private:
  std::vector<std::uint64_t> elapsed_ns_;
};

// The time that measuring adds to each call, in nanoseconds: the time of a call that does nothing, in the rounds that
// other programs have disturbed least.
double harness_cost_ns();

// The median of each figure over the turns. Throws std::invalid_argument if there is no turn.
Summary median_of(const std::vector<Summary>& turns);

}  // namespace measure
