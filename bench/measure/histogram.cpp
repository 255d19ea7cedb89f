#include "measure/histogram.hpp"

#include <boost/accumulators/accumulators.hpp>
#include <boost/accumulators/statistics/stats.hpp>
#include <boost/accumulators/statistics/weighted_mean.hpp>
#include <boost/accumulators/statistics/weighted_variance.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace measure {
namespace {

constexpr int class_bits = 5;  // each doubling has 2^class_bits classes

// The number of low bits of a time that its class does not distinguish.
int surplus_bits(std::uint64_t nanoseconds) noexcept {
  return std::max(static_cast<int>(std::bit_width(nanoseconds)) - (class_bits + 1), 0);
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 128> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

}  // namespace

std::uint64_t Histogram::lower_end(std::uint64_t nanoseconds) noexcept {
  const int surplus = surplus_bits(nanoseconds);
  return nanoseconds >> surplus << surplus;
}

std::uint64_t Histogram::upper_end(std::uint64_t lower) noexcept {
  return lower + (std::uint64_t{1} << surplus_bits(lower));
}

void Histogram::add(const Histogram& other) {
  for (const auto& [lower, count] : other.classes_) classes_[lower] += count;
}

std::uint64_t Histogram::count() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& [lower, count] : classes_) sum += count;
  return sum;
}

std::string Histogram::to_line() const {
  std::ostringstream line;
  for (const auto& [lower, count] : classes_) line << lower << ':' << count << ' ';
  return line.str();
}

Histogram Histogram::from_line(const std::string& line) {
  Histogram histogram;
  std::istringstream in(line);
  for (std::string item; in >> item;) {
    std::istringstream parts(item);
    std::uint64_t lower = 0, count = 0;
    char colon = 0;
    if (!(parts >> lower >> colon >> count) || colon != ':' || parts.peek() != std::char_traits<char>::eof()) {
      throw std::invalid_argument("a histogram has no class '" + item + "'");
    }
    histogram.add(lower, count);
  }
  return histogram;
}

std::string Histogram::percentiles() const {
  std::string text = formatted("%12s %14s %10s %14s\n\n", "Value", "Percentile", "TotalCount", "1/(1-Percentile)");
  const auto total = static_cast<double>(count());
  std::uint64_t so_far = 0;
  namespace acc = boost::accumulators;
  acc::accumulator_set<double, acc::stats<acc::tag::weighted_mean, acc::tag::weighted_variance>, double> all;
  double most = 0;
  for (const auto& [lower, times] : classes_) {
    so_far += times;
    most = static_cast<double>(upper_end(lower) - 1) / 1000;
    all(static_cast<double>(lower + upper_end(lower)) / 2000, acc::weight = static_cast<double>(times));
    const double share = static_cast<double>(so_far) / total;
    text += formatted("%12.3f %2.12f %10llu", most, share, static_cast<unsigned long long>(so_far));
    text += share < 1 ? formatted(" %14.2f\n", 1 / (1 - share)) : "\n";
  }
  const double mean = total > 0 ? acc::weighted_mean(all) : 0;
  const double deviation = total > 0 ? std::sqrt(acc::weighted_variance(all)) : 0;
  text += formatted("#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", mean, deviation);
  text += formatted("#[Max     = %12.3f, Total count    = %12llu]\n", most, static_cast<unsigned long long>(so_far));
  return text;
}

}  // namespace measure
