// When a connection's reading side is handed over before each upcall.

#include "iiop/server/connection/upcall_pace.hpp"

#include <gtest/gtest.h>

namespace dimma::iiop {
namespace {

void end_quick_upcalls(UpcallPace& pace, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) pace.ended_apart(7, 7);
}

TEST(UpcallPace, KeepsTheReadingSideUntilAnUpcallIsFoundSlow) {
  UpcallPace pace(false);
  EXPECT_FALSE(pace.is_eager());
  pace.found_slow();
  EXPECT_TRUE(pace.is_eager());
}

TEST(UpcallPace, KeepsItAgainAfterEnoughQuickUpcallsInARow) {
  UpcallPace pace(false);
  pace.found_slow();
  end_quick_upcalls(pace, UpcallPace::quick_upcalls_max - 1);
  EXPECT_TRUE(pace.is_eager());
  pace.ended_apart(7, 8);  // a slow one
  end_quick_upcalls(pace, UpcallPace::quick_upcalls_max - 1);
  EXPECT_TRUE(pace.is_eager());
  end_quick_upcalls(pace, 1);
  EXPECT_FALSE(pace.is_eager());
}

TEST(UpcallPace, KeepsItAgainWhenNothingIsThereToBeRead) {
  UpcallPace pace(false);
  pace.found_slow();
  pace.paused();
  EXPECT_FALSE(pace.is_eager());
}

TEST(UpcallPace, StaysEagerIfRequestsAreToBeRefused) {
  UpcallPace pace(true);
  EXPECT_TRUE(pace.is_eager());
  pace.paused();
  EXPECT_TRUE(pace.is_eager());
  end_quick_upcalls(pace, 2 * UpcallPace::quick_upcalls_max);
  EXPECT_TRUE(pace.is_eager());
}

TEST(UpcallPace, CountsTheRequestsServedBetweenTwoTicks) {
  UpcallPace pace(false);
  EXPECT_TRUE(pace.few_served());
  for (std::uint32_t i = 0; i < UpcallPace::slow_requests_per_tick; ++i) pace.served();
  EXPECT_FALSE(pace.few_served());
  EXPECT_TRUE(pace.few_served());
  EXPECT_EQ(pace.ticks_to(5), 5U);
  EXPECT_EQ(pace.ticks_to(5), 0U);
  EXPECT_EQ(pace.ticks_to(6), 1U);
}

}  // namespace
}  // namespace dimma::iiop
