#pragma once
// A result as a file of data: CSV, or what Matlab, Octave and SciPy load.

#include "perf/result.hpp"

#include <string>

namespace perf {

// Lines of comment with what was measured, a line of names, then a line for each get.
std::string csv_of(const Result& result);

// A MAT-file of Level 4: the texts `title`, `date`, `comment`, `machine` and `runs` (a row for each), the scalar
// `test`, `times_us` with a column for each run, `first_us` and `start_s` with an element for each, and `lengths`. Runs
// of fewer gets than others are filled up with NaN.
std::string mat_of(const Result& result);

// To a file of the suffix .csv or .mat, or to both where it has neither. Throws std::runtime_error.
void write_data(const Result& result, const std::string& file);

}  // namespace perf
