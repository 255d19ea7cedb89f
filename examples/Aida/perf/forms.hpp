#pragma once
// A comparison of three IDL types for a self-describing value: the cost of encoding and decoding each.

#include <string>
#include <vector>

namespace perf {

struct Form {
  std::string name;
  double octets = 0;
  double write_us = 0;  // the medians over the turns
  double read_us = 0;
};

// A value of 11 time strings and 11 doubles.
std::vector<Form> measure_forms(std::size_t turns);

}  // namespace perf
