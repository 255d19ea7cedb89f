#pragma once
// Compares two reports: which figures differ by more than the noise.

#include "measure/spread.hpp"
#include "report/json_input.hpp"

#include <string>
#include <vector>

namespace bench {

// A contender at one value of an experiment's axis, in both reports.
struct Difference {
  std::string experiment;
  std::string series;
  std::string kind;
  double x = 0;
  double before_us = 0;  // medians of the turns' p50
  double after_us = 0;
  // True if both reports have a lower layer for it. Times are then compared as ratios to the lower layer's time of the
  // same turn, so that a machine that is slower throughout is not a change; and net times are compared as well, so that
  // a slower lower layer is not a change either. Otherwise times are compared, corrected by the difference between the
  // bare programs of the two reports.
  bool to_lower = false;
  double quotient = 1;  // the compared value in the second report, divided by that in the first
  measure::Interval between;
  double net_before_us = 0;
  double net_after_us = 0;
  measure::Interval net_change_us;
  double machine = 1;   // the factor by which the machine was slower
  bool enough = false;  // there are enough turns to tell a change from chance
};

struct Comparison {
  std::vector<Difference> all;
  std::vector<std::string> notes;  // reasons why they may not be comparable
  double machine_change = 0;       // the relative difference between the bare programs of both; the median

  // Return true if a difference is significant and larger than `least` (0.05: five percent).
  static bool is_slower(const Difference& one, double least);
  static bool is_faster(const Difference& one, double least);
};

// Throws JsonError if `json` is not a report.
void check_report(const JsonInput& json);
// Takes two reports that have been checked.
Comparison compare_reports(const JsonInput& before, const JsonInput& after);

}  // namespace bench
