#include "observe/latency_histogram.hpp"

#include <gtest/gtest.h>

namespace dimma::observe {
namespace {

TEST(LatencyHistogram, PutsEachTimeIntoABucketThatHasIt) {
  std::uint64_t before = 0;
  for (std::uint64_t time = 0; time < 5'000'000'000; time += 1 + time / 37) {
    const auto bucket = LatencyHistogram::bucket_of(time);
    EXPECT_LE(time, LatencyHistogram::last_of(bucket));
    EXPECT_GE(bucket, before);
    before = bucket;
    if (bucket > 0) {
      EXPECT_GT(time, LatencyHistogram::last_of(bucket - 1));
      // The width of a bucket is at most a sixteenth of its time.
      EXPECT_LE(LatencyHistogram::last_of(bucket) - LatencyHistogram::last_of(bucket - 1), 1 + time / 16);
    }
  }
}

TEST(LatencyHistogram, CountsWhatIsTooLongInTheLastBucket) {
  LatencyHistogram histogram;
  histogram.add(std::uint64_t{1} << 60U);
  const auto latency = histogram.read();
  ASSERT_EQ(latency.buckets.size(), 1U);
  EXPECT_EQ(latency.count, 1U);
}

TEST(LatencyHistogram, HasQuantiles) {
  LatencyHistogram histogram;
  for (std::uint64_t i = 1; i <= 1000; ++i) histogram.add(i * 1000);
  const auto latency = histogram.read();
  EXPECT_EQ(latency.count, 1000U);
  EXPECT_NEAR(static_cast<double>(latency.quantile(0.5).count()), 500'000, 500'000 / 16.0);
  EXPECT_NEAR(static_cast<double>(latency.quantile(0.99).count()), 990'000, 990'000 / 16.0);
  EXPECT_EQ(latency.mean().count(), 500'500);
  EXPECT_EQ(observation::Latency{}.quantile(0.5).count(), 0);
  EXPECT_EQ(observation::Latency{}.mean().count(), 0);
}

// The quantile is that of the bucket that ends with it, not that of the next one.
TEST(LatencyHistogram, AQuantileMayEndWithItsBucket) {
  using std::chrono::nanoseconds;
  const observation::Latency latency{.count = 4,
                                     .sum = nanoseconds(100),
                                     .buckets = {{nanoseconds(10), 2}, {nanoseconds(20), 1}, {nanoseconds(30), 1}}};
  EXPECT_EQ(latency.quantile(0).count(), 10);
  EXPECT_EQ(latency.quantile(0.5).count(), 10);
  EXPECT_EQ(latency.quantile(0.51).count(), 20);
  EXPECT_EQ(latency.quantile(0.75).count(), 20);
  EXPECT_EQ(latency.quantile(1).count(), 30);
}

}  // namespace
}  // namespace dimma::observe
