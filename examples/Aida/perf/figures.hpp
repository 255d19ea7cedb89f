#pragma once
// The plots of a result, which correspond to the figures of SLAC's report.

#include "perf/plot.hpp"
#include "perf/result.hpp"

#include <vector>

namespace perf {

// Time by iteration, with a line for each run, from `from` on.
Plot times_plot(const Result& result, std::size_t from = 0, std::size_t to = 0);
Plot histogram_plot(const Result& result);
// The time of each get by the length of the array, with a logarithmic or linear axis.
Plot arrays_plot(const Result& result, bool is_log);
// The runs of several results, by their names.
Plot beside_plot(const std::string& id, const std::string& title, const std::vector<Run>& runs);

// The gets per second of all runs of a lot together, by the time since the first of them began; a line for each lot.
Plot throughput_plot(const std::string& id, const std::string& title, const std::vector<std::string>& names,
                     const std::vector<std::vector<Run>>& lots);

// "min 15.1 · median 17.2 · mean 18.0 · σ 3.1 · p99 30.2 · max 121 µs"
std::string legend_of(const Run& run);

}  // namespace perf
