#pragma once
// A result as a data file: CSV, or a MAT-file for Matlab, Octave and SciPy.

#include "perf/result.hpp"

#include <string>

namespace perf {

// Comment lines that describe the measurement, a line of names, then a line for each get.
std::string csv_of(const Result& result);

// A Level 4 MAT-file: the texts `title`, `date`, `comment`, `machine` and `runs` (a row for each), the scalar
// `test`, `times_us` with a column for each run, `first_us` and `start_s` with an element for each, and `lengths`. Runs
// with fewer gets than others are padded with NaN.
std::string mat_of(const Result& result);

// Writes a file with the suffix .csv or .mat, or one of each if `file` has neither suffix. Throws std::runtime_error.
void write_data(const Result& result, const std::string& file);

}  // namespace perf
