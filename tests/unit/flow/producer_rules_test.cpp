// What a producer decides by itself: which messages tell the identity, and when the next may go.

#include "flow/pacer.hpp"
#include "flow/settling.hpp"

#include <dimma/exception.hpp>

#include <gtest/gtest.h>

#include <deque>

namespace dimma::flow {
namespace {

using namespace std::chrono_literals;

TEST(FlowSettling, TellsAtFirstThenNowAndThen) {
  Settling settling;
  for (std::uint32_t i = 0; i < Settling::first_messages; ++i) EXPECT_TRUE(settling.next("a", Time(0)).tells);
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t i = 1; i < Settling::one_in; ++i) EXPECT_FALSE(settling.next("a", Time(0)).tells) << i;
    EXPECT_TRUE(settling.next("a", Time(0)).tells);
  }
}

TEST(FlowSettling, TellsAgainAfterAWhile) {
  Settling settling;
  for (std::uint32_t i = 0; i < Settling::first_messages; ++i) settling.next("a", Time(0));
  EXPECT_FALSE(settling.next("a", 99ms).tells);
  EXPECT_TRUE(settling.next("a", 100ms).tells);
  EXPECT_FALSE(settling.next("a", 101ms).tells);
}

TEST(FlowSettling, EachOperationHasItsNumber) {
  Settling settling;
  EXPECT_EQ(settling.next("a", Time(0)).operation, 0U);
  EXPECT_EQ(settling.next("b", Time(0)).operation, 1U);
  EXPECT_EQ(settling.next("a", Time(0)).operation, 0U);
  std::deque<std::string> names;
  for (std::size_t i = 2; i < operations_max; ++i) settling.next(names.emplace_back("n" + std::to_string(i)), Time(0));
  EXPECT_THROW(settling.next("one too many", Time(0)), CORBA::IMP_LIMIT);
}

TEST(FlowPacer, LetsGoAtTheRate) {
  Pacer pacer(1'000'000);  // an octet a microsecond
  Time now{1s};
  EXPECT_EQ(pacer.wait(now), Time{0});
  pacer.gone(5'000, now);
  EXPECT_EQ(pacer.wait(now), 5ms - Pacer::slack);
  now += 5ms - Pacer::slack;
  EXPECT_EQ(pacer.wait(now), Time{0});
  std::uint64_t octets = 0;
  const Time begin = now;
  while (now < begin + 10s) {
    now += pacer.wait(now);
    pacer.gone(1'400, now);
    octets += 1'400;
  }
  EXPECT_NEAR(static_cast<double>(octets), 10e6, 10e3);
}

TEST(FlowPacer, DoesNotSaveUpWhatWasNotSent) {
  Pacer pacer(1'000);
  pacer.gone(1, Time{0});
  pacer.gone(100, 10s);
  EXPECT_EQ(pacer.wait(10s), 100ms - Pacer::slack);
}

TEST(FlowPacer, WithoutARateNobodyWaits) {
  Pacer pacer(unlimited);
  pacer.gone(std::size_t{1} << 30U, Time{0});
  EXPECT_EQ(pacer.wait(Time{0}), Time{0});
}

}  // namespace
}  // namespace dimma::flow
