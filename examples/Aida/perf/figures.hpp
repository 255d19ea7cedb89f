#pragma once
// The plots of a result, as the report's figures.

#include "perf/plot.hpp"
#include "perf/result.hpp"

#include <vector>

namespace perf {

// Time over iteration, a line for each run, from `from` on.
Plot times_plot(const Result& result, std::size_t from = 0, std::size_t to = 0);
Plot histogram_plot(const Result& result);
// Over the length of the array: each get in its turn, semi-logarithmic or linear.
Plot arrays_plot(const Result& result, bool is_log);
// Runs of several results, named by the titles.
Plot beside_plot(const std::string& id, const std::string& title, const std::vector<Run>& runs);

// How many gets a second all runs of a lot make together, over the time since the first of them began; a line a lot.
Plot throughput_plot(const std::string& id, const std::string& title, const std::vector<std::string>& names,
                     const std::vector<std::vector<Run>>& lots);

// "min 15.1 · median 17.2 · mean 18.0 · σ 3.1 · p99 30.2 · max 121 µs"
std::string legend_of(const Run& run);

}  // namespace perf
