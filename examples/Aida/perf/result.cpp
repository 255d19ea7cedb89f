#include "perf/result.hpp"

#include "measure/statistics.hpp"
#include "measure/table.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <numeric>

namespace perf {

Statistics statistics_of(const std::vector<double>& times) {
  std::vector<double> sorted = times;
  const double median = measure::quantile(sorted, 0.5);  // sorts the times
  const double p99 = measure::quantile(sorted, 0.99);
  const auto count = static_cast<double>(sorted.size());
  const double mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / count;
  double squares = 0;
  for (const double time : sorted) squares += (time - mean) * (time - mean);
  return {sorted.front(), median, mean, std::sqrt(squares / count), p99, sorted.back()};
}

std::string time_text(double us) {
  if (us < 1'000) return measure::fixed(us, us < 100 ? 1 : 0) + " µs";
  if (us < 1'000'000) return measure::fixed(us / 1'000, us < 10'000 ? 2 : 1) + " ms";
  return measure::fixed(us / 1'000'000, 2) + " s";
}

std::string date_text(double seconds_since_1970, bool time_only) {
  const auto seconds = static_cast<std::time_t>(seconds_since_1970);
  std::tm parts{};
  ::localtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, time_only ? "%H:%M:%S" : "%Y-%m-%d %H:%M:%S", &parts);
  return text;
}

std::string start_text(const Run& run) {
  const double fraction = run.start_s - std::floor(run.start_s);
  return date_text(run.start_s, true) + '.' + std::to_string(1'000 + static_cast<int>(fraction * 1'000)).substr(1);
}

double now_s() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

}  // namespace perf
