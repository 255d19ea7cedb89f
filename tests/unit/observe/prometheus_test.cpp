#include <dimma/observation.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace dimma::observation {
namespace {

std::vector<ChannelMetrics> sample() {
  OperationMetrics operation;
  operation.operation = "add";
  operation.calls = 3;
  operation.in_progress = 1;
  operation.failures = {{"IDL:A:1.0", 2}};
  operation.latency.count = 3;
  operation.latency.sum = Nanoseconds(6000);
  operation.latency.buckets = {{Nanoseconds(1000), 1}, {Nanoseconds(3000), 2}};
  return {{7, Side::server, "iiop", "tcp:\"a\\b\"\n", true, {operation}, {{"messages", 1, 2, 4, 5, 6}}}};
}

TEST(Prometheus, EscapesLabels) {
  const std::string text = to_prometheus(sample());
  EXPECT_NE(text.find("name=\"tcp:\\\"a\\\\b\\\"\\n\""), std::string::npos) << text;
}

TEST(Prometheus, CountsBucketsUp) {
  const std::string text = to_prometheus(sample());
  EXPECT_NE(text.find("le=\"1.024e-06\"} 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("le=\"4.096e-06\"} 3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("le=\"+Inf\"} 3\n"), std::string::npos) << text;
}

TEST(Prometheus, HasResourcesAndEvents) {
  const std::string text = to_prometheus(sample(), {{"connection_broken", log::Level::warning, 3}});
  EXPECT_NE(text.find("\ndimma_resource_in_use{side=\"server\",channel=\"7\",protocol=\"iiop\""), std::string::npos)
      << text;
  EXPECT_NE(text.find("resource=\"messages\"} 6\n"), std::string::npos) << text;
  EXPECT_NE(text.find("dimma_log_events_total{event=\"connection_broken\",level=\"warning\"} 3\n"), std::string::npos)
      << text;
}

// The real one, which reads the text as Prometheus does and knows its customs.
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
