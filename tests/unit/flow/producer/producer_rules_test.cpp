// The decisions that a producer makes by itself: which messages carry the identity, and when the next may be sent.

#include "flow/producer/identity_announcer.hpp"
#include "flow/producer/pacer.hpp"

#include <dimma/exception.hpp>

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace dimma::flow {
namespace {

using namespace std::chrono_literals;

TEST(FlowSettling, TellsAtFirstThenNowAndThen) {
  IdentityAnnouncer announcer;
  for (std::uint32_t i = 0; i < IdentityAnnouncer::first_messages; ++i) EXPECT_TRUE(announcer.next("a", Time(0)).tells);
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t i = 1; i < IdentityAnnouncer::one_in; ++i) EXPECT_FALSE(announcer.next("a", Time(0)).tells) << i;
    EXPECT_TRUE(announcer.next("a", Time(0)).tells);
  }
}

TEST(FlowSettling, TellsAgainAfterAWhile) {
  IdentityAnnouncer announcer;
  for (std::uint32_t i = 0; i < IdentityAnnouncer::first_messages; ++i) announcer.next("a", Time(0));
  EXPECT_FALSE(announcer.next("a", 99ms).tells);
  EXPECT_TRUE(announcer.next("a", 100ms).tells);
  EXPECT_FALSE(announcer.next("a", 101ms).tells);
}

TEST(FlowSettling, EachOperationHasItsNumber) {
  IdentityAnnouncer announcer;
  EXPECT_EQ(announcer.next("a", Time(0)).operation, 0U);
  EXPECT_EQ(announcer.next("b", Time(0)).operation, 1U);
  EXPECT_EQ(announcer.next("a", Time(0)).operation, 0U);
  std::deque<std::string> names;
  for (std::size_t i = 2; i < operations_max; ++i) announcer.next(names.emplace_back("n" + std::to_string(i)), Time(0));
  EXPECT_THROW(announcer.next("one too many", Time(0)), CORBA::IMP_LIMIT);
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

// As docs/reference/qos.md promises, with the batches of gathering.cpp no message is sent later than without them,
// apart from the batch delay.
TEST(FlowPacer, BatchesAreNoLaterThanTheirDelay) {
  constexpr Time delay = 5ms;
  for (const std::uint64_t rate : {100'000U, 1'000'000U, 20'000'000U}) {
    Pacer single(rate);
    Pacer together(rate);
    std::mt19937 random(static_cast<unsigned>(rate));
    const std::size_t most = together.octets_in(delay);
    std::vector<Time> alone;  // when the messages that wait would have been sent
    Time since{0}, called{0}, left{0};
    std::size_t waiting = 0;
    const auto send = [&](Time at) {
      at = std::max({at, left, at + together.wait(at)});
      for (const Time would : alone) ASSERT_LE(at, would + delay);
      together.gone(waiting, at);
      alone.clear();
      waiting = 0;
      left = at;
    };
    for (int i = 0; i < 20'000; ++i) {
      called = std::max(called + std::chrono::microseconds(random() % 2 == 0 ? 0 : random() % 3000), left);
      const std::size_t octets = 80 + random() % 200;
      if (waiting != 0 && std::max(since + delay, called + together.wait(called)) <= called) send(since + delay);
      if (waiting != 0 && waiting + octets > most) send(called);
      const Time would = called + single.wait(called);
      single.gone(octets, would);
      if (waiting == 0) since = called;
      waiting += octets;
      alone.push_back(would);
    }
  }
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
