#include "transport/tls/memory_tide.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace dimma::transport {
namespace {

int times = 0;
void count() noexcept { ++times; }

TEST(MemoryTide, ReturnsMemoryWhenHalfHasGone) {
  times = 0;
  const auto tide = std::make_shared<MemoryTide>(count);
  std::vector<InTide> connections;
  for (int i = 0; i < 1000; ++i) connections.emplace_back(tide);
  EXPECT_EQ(times, 0);
  connections.resize(501);
  EXPECT_EQ(times, 0);
  connections.resize(500);
  EXPECT_EQ(times, 1);
  connections.resize(251);
  EXPECT_EQ(times, 1);
  connections.clear();
  EXPECT_EQ(times, 3) << "at 250 and 125, and not below";
}

TEST(MemoryTide, IsNotWorthItForFew) {
  times = 0;
  const auto tide = std::make_shared<MemoryTide>(count);
  for (int round = 0; round < 1000; ++round) {
    std::vector<InTide> connections;
    for (std::size_t i = 1; i < MemoryTide::peak_min; ++i) connections.emplace_back(tide);
  }
  EXPECT_EQ(times, 0);
}

}  // namespace
}  // namespace dimma::transport
