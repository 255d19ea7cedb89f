#include "base/text/duration.hpp"

#include <gtest/gtest.h>

#include <string>

namespace dimma {
namespace {

using namespace std::chrono_literals;

TEST(Duration, IsAWholeNumberAndAUnit) {
  EXPECT_EQ(parse_duration("0s"), 0ns);
  EXPECT_EQ(parse_duration("7ns"), 7ns);
  EXPECT_EQ(parse_duration("20us"), 20us);
  EXPECT_EQ(parse_duration("500ms"), 500ms);
  EXPECT_EQ(parse_duration("180s"), 180s);
  EXPECT_EQ(parse_duration("5m"), 5min);
  EXPECT_EQ(parse_duration("1h"), 1h);
  EXPECT_EQ(parse_duration("9223372036854775807ns"), std::chrono::nanoseconds::max());
}

TEST(Duration, IsNothingElse) {
  for (const char* text : {"", "s", "5", "5 s", " 5s", "5s ", "-5s", "+5s", "5.5s", "0x5s", "5S", "5min", "5d", "5ss",
                           "9223372036854775808ns", "18446744073709551616ns", "2562048h"}) {
    EXPECT_FALSE(parse_duration(text)) << text;
  }
  EXPECT_FALSE(parse_duration(std::string("5s\0", 3)));
}

}  // namespace
}  // namespace dimma
