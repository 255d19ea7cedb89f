#include "measure/statistics.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using measure::Summary;

TEST(Quantile, LiesBetweenNeighbours) {
  std::vector<double> values = {4, 1, 3, 2};
  EXPECT_DOUBLE_EQ(measure::quantile(values, 0.0), 1);
  EXPECT_DOUBLE_EQ(measure::quantile(values, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(measure::quantile(values, 1.0), 4);
}

TEST(Quantile, IsTheOnlyValueItself) { EXPECT_DOUBLE_EQ(measure::median({7}), 7); }

TEST(Quantile, NeedsAValue) { EXPECT_THROW(measure::median({}), std::invalid_argument); }

TEST(MedianOfTurns, TakesEachFigureOnItsOwn) {
  const Summary median = measure::median_of({{1, 30, 500}, {2, 10, 700}, {9, 20, 600}});
  EXPECT_DOUBLE_EQ(median.mean_us, 2);
  EXPECT_DOUBLE_EQ(median.p50_us, 20);
  EXPECT_DOUBLE_EQ(median.p99_us, 600);
}

TEST(Times, SharesOutWhatCallsTookTogether) {
  measure::Times times(3);
  times.share_out(0, 0);
  EXPECT_EQ(times.count(), 0U);
  times.share_out(6000, 3);
  EXPECT_EQ(times.count(), 3U);
  const Summary summary = times.summarise();
  EXPECT_DOUBLE_EQ(summary.p50_us, 2);
  EXPECT_DOUBLE_EQ(summary.max_us, 2);
  EXPECT_DOUBLE_EQ(summary.calls_per_s, 500'000);
}

TEST(Times, CountsEachCall) {
  measure::Times times(10);
  int calls = 0;
  times.take(10, [&calls] { ++calls; });
  EXPECT_EQ(calls, 10);
  EXPECT_EQ(times.count(), 10U);
  const Summary summary = times.summarise();
  EXPECT_LE(summary.p50_us, summary.p99_us);
  times.clear();
  EXPECT_THROW(times.summarise(), std::invalid_argument);
}

}  // namespace
