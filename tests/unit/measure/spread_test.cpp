#include "measure/spread.hpp"

#include "measure/histogram.hpp"
#include "measure/noise.hpp"
#include "measure/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace {

using measure::Histogram;

TEST(Boxes, HaveQuartilesAndWhiskers) {
  const auto box = measure::box_of({1, 2, 3, 4, 5, 6, 7, 8, 100});
  EXPECT_DOUBLE_EQ(box.first, 3);
  EXPECT_DOUBLE_EQ(box.median, 5);
  EXPECT_DOUBLE_EQ(box.third, 7);
  EXPECT_DOUBLE_EQ(box.low, 1);
  EXPECT_DOUBLE_EQ(box.high, 8);
  EXPECT_EQ(box.outside, 1U);
}

TEST(Boxes, HoldASingleValue) {
  const auto box = measure::box_of({4});
  EXPECT_DOUBLE_EQ(box.low, 4);
  EXPECT_DOUBLE_EQ(box.high, 4);
  EXPECT_THROW(measure::box_of(std::vector<double>()), std::invalid_argument);
}

TEST(Boxes, AreMadeOfHistograms) {
  Histogram calls;
  for (std::uint64_t us = 1; us <= 8; ++us) calls.add(us * 1000);
  calls.add(100'000);
  const auto box = measure::box_of(calls);
  EXPECT_NEAR(box.first, 3, 0.1);
  EXPECT_NEAR(box.median, 5, 0.1);
  EXPECT_NEAR(box.third, 7, 0.15);
  EXPECT_NEAR(box.low, 1, 0.05);
  EXPECT_NEAR(box.high, 8, 0.2);
  EXPECT_EQ(box.outside, 1U);
  EXPECT_THROW(measure::box_of(Histogram()), std::invalid_argument);
}

TEST(Bootstrap, HoldsTheMedianAndNarrowsWithMoreValues) {
  std::vector<double> few, many;
  for (int i = 0; i < 400; ++i) {
    const double value = 100 + 10 * std::sin(i * 12.9898);
    many.push_back(value);
    if (i < 10) few.push_back(value);
  }
  const auto wide = measure::median_interval(few);
  const auto narrow = measure::median_interval(many);
  EXPECT_TRUE(wide.holds(measure::median(few)));
  EXPECT_TRUE(narrow.holds(measure::median(many)));
  EXPECT_LT(narrow.high - narrow.low, wide.high - wide.low);
  EXPECT_THROW(measure::median_interval({}), std::invalid_argument);
}

TEST(Bootstrap, TellsAQuotientFromOne) {
  const std::vector<double> before = {10, 11, 10.5, 9.8, 10.2, 10.1, 10.7, 9.9};
  std::vector<double> after;
  for (const double value : before) after.push_back(value * 1.3);
  EXPECT_FALSE(measure::quotient_interval(after, before).holds(1));
  EXPECT_TRUE(measure::quotient_interval(after, before).holds(1.3));
  EXPECT_TRUE(measure::quotient_interval(before, before).holds(1));
  EXPECT_FALSE(measure::difference_interval(after, before, 0.999).holds(0));
  EXPECT_TRUE(measure::difference_interval(before, before, 0.999).holds(0));
}

TEST(Drift, IsSeenBothWays) {
  EXPECT_TRUE(measure::drifts({9, 8, 7, 6, 5, 4, 3, 2}));
  EXPECT_TRUE(measure::drifts({1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_FALSE(measure::drifts({3, 1, 4, 1, 5, 2, 4, 3}));
  EXPECT_FALSE(measure::drifts({}));
}

TEST(WarmUp, LastsUntilNothingDrifts) {
  int calls = 0;
  const auto result = measure::warm_up([&] { return ++calls < 20 ? 100.0 - calls : 80.0 + calls % 2; }, 8, 100);
  EXPECT_TRUE(result.steady);
  EXPECT_GT(result.turns, 20U);
  EXPECT_EQ(result.turns, static_cast<std::size_t>(calls));
}

TEST(WarmUp, EndsWhenPatienceIsOut) {
  double time = 1000;
  const auto result = measure::warm_up([&] { return time -= 1; }, 8, 30);
  EXPECT_FALSE(result.steady);
  EXPECT_EQ(result.turns, 30U);
}

TEST(Histograms, KnowATimeToThreePercent) {
  for (std::uint64_t time = 1; time < 1'000'000'000; time = time * 5 / 3 + 1) {
    const auto lower = Histogram::lower_end(time);
    const auto upper = Histogram::upper_end(lower);
    EXPECT_LE(lower, time);
    EXPECT_LT(time, upper);
    EXPECT_EQ(Histogram::lower_end(upper - 1), lower);
    EXPECT_EQ(Histogram::lower_end(upper), upper);
    EXPECT_LE(static_cast<double>(upper - lower), std::max(1.0, 0.0313 * static_cast<double>(lower)));
  }
}

TEST(Histograms, GoThereAndBackAsALine) {
  Histogram histogram;
  for (const std::uint64_t time : {5U, 5U, 900U, 70'000U}) histogram.add(time);
  const Histogram back = Histogram::from_line(histogram.to_line());
  EXPECT_EQ(back.classes(), histogram.classes());
  EXPECT_EQ(back.count(), 4U);
  EXPECT_EQ(Histogram::from_line("").count(), 0U);
  for (const char* const bad : {"5", "5:", "5:x", "5:1x", ":", "a:1"}) {
    EXPECT_THROW(Histogram::from_line(bad), std::invalid_argument) << bad;
  }
}

TEST(Histograms, AreWrittenAsPercentiles) {
  Histogram histogram;
  histogram.add(1000, 3);
  histogram.add(2000);
  const std::string text = histogram.percentiles();
  EXPECT_NE(text.find("       Value     Percentile TotalCount 1/(1-Percentile)"), std::string::npos) << text;
  EXPECT_NE(text.find("0.750000000000          3           4.00"), std::string::npos) << text;
  EXPECT_NE(text.find("Total count    =            4]"), std::string::npos) << text;
}

TEST(Noise, IsSaid) {
  EXPECT_EQ(measure::noise_warning({10, 10.1, 10.2, 10.1, 10}), "");
  EXPECT_NE(measure::noise_warning({10, 14, 9, 20, 11}).find("noisy"), std::string::npos);
  EXPECT_EQ(measure::noise_warning(0.02), "");
  EXPECT_NE(measure::noise_warning(0.5).find("50 %"), std::string::npos);
  EXPECT_GE(measure::OthersAtWork().share(), 0);
}

}  // namespace
