#include "measure/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace {

TEST(Json, NestsAndSeparates) {
  std::ostringstream out;
  measure::JsonWriter json(out);
  json.open_object().member("a", std::size_t{1}).key("b").open_array().value(1.5).value(true).close_array();
  json.key("c").open_array().close_array().close_object();
  EXPECT_EQ(out.str(), "{\n  \"a\": 1,\n  \"b\": [\n    1.500,\n    true\n  ],\n  \"c\": []\n}\n");
}

TEST(Json, EscapesText) {
  std::ostringstream out;
  measure::JsonWriter(out).value("a \"b\"\\\n");
  EXPECT_EQ(out.str(), "\"a \\\"b\\\"\\\\\\n\"");
}

TEST(Json, WritesWhatIsNoNumberAsMissing) {
  std::ostringstream out;
  measure::JsonWriter json(out);
  json.open_array().value(std::numeric_limits<double>::quiet_NaN()).value(-std::numeric_limits<double>::infinity());
  json.value(0.0).close_array();
  EXPECT_EQ(out.str(), "[\n  null,\n  null,\n  0.000\n]\n");
}

}  // namespace
