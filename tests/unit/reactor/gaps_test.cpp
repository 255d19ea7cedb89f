#include "reactor/gaps.hpp"

#include "reactor/spin.hpp"

#include <gtest/gtest.h>

namespace dimma::reactor {
namespace {

using namespace std::chrono_literals;

void repeat(Gaps& gaps, int times, Gaps::Duration gap) {
  for (int i = 0; i < times; ++i) gaps.ended_after(gap);
}

TEST(Gaps, AskAboutTwiceAsLongAsWaitsTake) {
  Gaps gaps;
  EXPECT_GT(gaps.ask_for(), 0ns) << "nothing is known yet";
  repeat(gaps, 100, 10us);
  EXPECT_GT(gaps.ask_for(), 19us);
  EXPECT_LE(gaps.ask_for(), 20us);
}

TEST(Gaps, BlockAtOnceWhereWaitsAreLong) {
  Gaps gaps;
  repeat(gaps, 20, 1s);
  EXPECT_EQ(gaps.ask_for(), 0ns);
  repeat(gaps, 20, 20us);
  EXPECT_GT(gaps.ask_for(), 0ns) << "a few short waits are enough, however long the long ones were";
}

TEST(Gaps, OneLongWaitAmongShortOnesChangesNothing) {
  Gaps gaps;
  repeat(gaps, 100, 2us);
  gaps.ended_after(1h);
  EXPECT_GT(gaps.ask_for(), 0ns);
  gaps.ended_after(-1s);
  EXPECT_GT(gaps.ask_for(), 0ns);
}

TEST(Spin, TellsTheGapsWhatAWaitHasTaken) {
  Gaps gaps;
  for (int i = 0; i < 40; ++i) {
    Spin spin(WaitStrategy::adaptive(), Clock::now() + 200us, gaps);
    while (spin.again()) {
    }
    const auto until = Clock::now() + 150us;  // as if it had blocked
    while (Clock::now() < until) {
    }
  }
  EXPECT_EQ(gaps.ask_for(), 0ns);
}

TEST(Spin, KeepsToADeadlineThatHasPassed) {
  Gaps gaps;
  Spin spin(WaitStrategy::adaptive(), no_wait, gaps);
  EXPECT_FALSE(spin.again());
}

TEST(Spin, OtherStrategiesLeaveTheGapsAlone) {
  Gaps gaps;
  repeat(gaps, 100, 10us);
  const auto before = gaps.ask_for();
  for (const auto wait : {WaitStrategy::block, WaitStrategy::adaptive(1us)}) {
    Spin spin(wait, no_deadline, gaps);
    while (spin.again()) {
    }
  }
  EXPECT_EQ(gaps.ask_for(), before);
}

}  // namespace
}  // namespace dimma::reactor
