#include "observe/prometheus.hpp"
#include "base/text/utf8.hpp"
#include "unit/observe/metrics_sample.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <locale>
#include <string>

namespace dimma::observation {
namespace {

TEST(Prometheus, EscapesLabels) {
  const std::string text = to_prometheus(sample());
  EXPECT_NE(text.find("name=\"tcp:\\\"a\\\\b\\\"\\n\""), std::string::npos) << text;
}

TEST(Prometheus, IsUtf8WhateverNamesAre) {
  auto channels = sample();
  channels[0].operations[0].operation = "a\xff\xfe\x1b\"";
  channels[0].operations[0].failures[0].exception = "\xe6\x97";
  channels[0].resources[0].resource = "\xc0";
  const std::string text = to_prometheus(channels, {{"\xed\xa0\x80", log::Level::warning, 1}});
  EXPECT_TRUE(is_utf8(text));
  EXPECT_NE(text.find("operation=\"a\\\\xff\\\\xfe\\\\x1b\\\"\""), std::string::npos) << text;
}

// With "." between thousands and "," before tenths.
class German : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Prometheus, IsTheSameInEachLocale) {
  auto channels = sample();
  channels[0].operations[0].calls = 1'234'567;
  channels[0].operations[0].latency.sum = Nanoseconds(1'500'000'000);
  const std::string text = to_prometheus(channels);
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new German));
  const std::string c_before = std::setlocale(LC_NUMERIC, nullptr);
  const bool has_c_locale = std::setlocale(LC_NUMERIC, "de_DE.UTF-8") != nullptr;
  EXPECT_EQ(to_prometheus(channels), text);
  EXPECT_EQ(observe::number_text(1234.5), "1234.5");
  std::locale::global(before);
  if (has_c_locale) std::setlocale(LC_NUMERIC, c_before.c_str());
  EXPECT_NE(text.find("_sum{side=\"server\",channel=\"7\",protocol=\"iiop\",name=\"tcp:\\\"a\\\\b\\\"\\n\","
                      "operation=\"add\"} 1.5\n"),
            std::string::npos)
      << text;
}

TEST(Prometheus, IsWrittenAPartAtATime) {
  auto channels = sample();
  channels[0].operations.resize(100, channels[0].operations[0]);
  channels.resize(50, channels[0]);
  observe::PrometheusText parts(channels, {});
  std::string whole;
  std::string part;
  for (; parts.add_part(part); part.clear()) {
    EXPECT_LT(part.size(), 20'000U);
    whole += part;
  }
  EXPECT_GT(whole.size(), std::size_t{5} << 20U);
  EXPECT_EQ(whole, to_prometheus(channels));
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
