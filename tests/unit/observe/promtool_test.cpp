#include "unit/observe/metrics_sample.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace dimma::observation {
namespace {

// Prometheus's own checker parses the text as Prometheus does, and checks its conventions.
TEST(Prometheus, IsCleanForPromtool) {
  for (const auto& channels : {sample(), std::vector<ChannelMetrics>{}}) {
    std::FILE* const promtool = ::popen("promtool check metrics", "w");
    const std::string text = to_prometheus(channels, {{"connection_broken", log::Level::warning, 3}});
    std::fwrite(text.data(), 1, text.size(), promtool);
    EXPECT_EQ(::pclose(promtool), 0) << text;
  }
}

}  // namespace
}  // namespace dimma::observation
