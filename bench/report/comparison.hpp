#pragma once
// Two reports beside each other: what of the one differs from the other beyond the noise.

#include "measure/spread.hpp"
#include "report/json_input.hpp"

#include <string>
#include <vector>

namespace bench {

// One contender at one place of an experiment, in both reports.
struct Difference {
  std::string experiment;
  std::string series;
  std::string kind;
  double x = 0;
  double before_us = 0;  // medians of the turns' p50
  double after_us = 0;
  // If both have a lower layer, times are compared over its time of the same turn, so that a machine that is slower in
  // all is no change; and net times as well, so that a lower layer that is slower alone is no change either. Otherwise
  // times are compared, less the difference between the bare programs of the two reports.
  bool to_lower = false;
  double quotient = 1;  // the compared value after, by the one before
  measure::Interval between;
  double net_before_us = 0;
  double net_after_us = 0;
  measure::Interval net_change_us;
  double machine = 1;   // the factor by which the machine made times longer
  bool enough = false;  // turns to tell from chance
};

struct Comparison {
  std::vector<Difference> all;
  std::vector<std::string> notes;  // reasons against comparing them
  double machine_change = 0;       // the difference between the bare programs of both, as a share: their median

  // Return true if a difference is more than chance, and more than `least` (0.05: by five in a hundred).
  static bool is_slower(const Difference& one, double least);
  static bool is_faster(const Difference& one, double least);
};

// Throws JsonError when it is no report.
void check_report(const JsonInput& json);
// Takes two reports that have been checked.
Comparison compare_reports(const JsonInput& before, const JsonInput& after);

}  // namespace bench
