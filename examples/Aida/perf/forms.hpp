#pragma once
// Which IDL type a self-describing value should be: what each of three costs to be written and read.

#include <string>
#include <vector>

namespace perf {

struct Form {
  std::string name;
  double octets = 0;
  double write_us = 0;  // medians, of turns with the others
  double read_us = 0;
};

// A value of 11 time strings and 11 doubles.
std::vector<Form> measure_forms(std::size_t turns);

}  // namespace perf
