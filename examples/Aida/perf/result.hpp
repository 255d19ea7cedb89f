#pragma once
// A test's result in aida_perf: the time of each get of each run.

#include <string>
#include <vector>

namespace perf {

struct Run {
  std::string name;
  double start_s = 0;   // since 1970, after all connections were made
  double first_us = 0;  // the time of the first get, which makes the connections
  std::vector<double> times_us;
};

struct Result {
  int test = 0;
  std::string title;
  std::string date;
  std::string comment;
  std::string machine;
  std::vector<double> lengths;  // the length of each get's array; empty if the gets have no arrays
  std::vector<Run> runs;
};

struct Statistics {
  double min = 0;
  double median = 0;
  double mean = 0;
  double sigma = 0;
  double p99 = 0;
  double max = 0;
};
// Requires at least one time.
Statistics statistics_of(const std::vector<double>& times);

// "12.3 µs", "1.20 ms"
std::string time_text(double us);
// "2026-11-24 10:00:00", local; only the time with `time_only`.
std::string date_text(double seconds_since_1970, bool time_only = false);
// The time when the run began, with milliseconds: "10:00:00.123".
std::string start_text(const Run& run);
double now_s();

}  // namespace perf
