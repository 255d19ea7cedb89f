#include "unit/observe/metrics_sample.hpp"

#include <gtest/gtest.h>

#include <string>

namespace dimma::observation {
namespace {

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

}  // namespace
}  // namespace dimma::observation
