// Texts, and the small parts that all transports share.

#include "transport/transport.hpp"

#include "base/deadline.hpp"
#include "transport/pieces.hpp"

#include <array>
#include <cerrno>
#include <limits>

#include <gtest/gtest.h>

namespace dimma::transport {
namespace {

TEST(TransportText, AnEndpointIsTransportHostAndPort) {
  EXPECT_EQ(to_string(Endpoint{"tcp", "localhost", 2809}), "tcp:localhost:2809");
  EXPECT_EQ(to_string(Endpoint{"tcp", "::1", 2809}), "tcp:[::1]:2809");
  EXPECT_EQ(to_string(Endpoint{"memory", "", 0}), "memory::0");
}

TEST(TransportText, AResultSaysWhatHappened) {
  EXPECT_EQ(describe(Result{}), "ok");
  EXPECT_EQ(describe(Result{Status::end, 0, 0}), "closed by the peer");
  EXPECT_EQ(describe(Result{Status::timeout, 0, 0}), "timed out");
  EXPECT_EQ(describe(Result{Status::closed, 0, 0}), "closed at this end");
  EXPECT_EQ(describe(Result{Status::failed, 0, ECONNREFUSED}), "connection refused");
  EXPECT_EQ(describe(Result{Status::failed, 0, 0}), "failed");
}

TEST(Pieces, DroppingOctetsLeavesTheRest) {
  std::array<char, 9> octets{};
  std::array<iovec, 5> pieces{{{&octets[0], 3}, {nullptr, 0}, {&octets[3], 2}, {nullptr, 0}, {&octets[5], 4}}};
  auto left = drop_octets(pieces, 0);
  EXPECT_EQ(left.size(), 5U);
  left = drop_octets(left, 1);
  EXPECT_EQ(left.size(), 5U);
  EXPECT_EQ(left[0].iov_base, &octets[1]);
  EXPECT_EQ(left[0].iov_len, 2U);
  left = drop_octets(left, 4);
  EXPECT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].iov_base, &octets[5]);
  EXPECT_TRUE(drop_octets(left, 4).empty());
  for (const auto& piece : pieces) EXPECT_EQ(piece.iov_len, 0U);
}

TEST(DeadlineArithmetic, PollTimeoutsRoundUpAndHaveLimits) {
  EXPECT_EQ(poll_timeout(no_deadline), -1);
  EXPECT_EQ(poll_timeout(Clock::now() - std::chrono::seconds(1)), 0);
  EXPECT_GE(poll_timeout(Clock::now() + std::chrono::hours(1)), 1);
  EXPECT_EQ(poll_timeout(Clock::now() + std::chrono::hours(24 * 365)), std::numeric_limits<int>::max());
}

TEST(DeadlineArithmetic, ALimitBeyondTheClockIsNoDeadline) {
  using std::chrono::milliseconds;
  EXPECT_EQ(deadline_in(milliseconds(-1)), no_deadline);
  EXPECT_EQ(deadline_in(milliseconds::max()), no_deadline);
  EXPECT_FALSE(passed(deadline_in(std::chrono::hours(1))));
  EXPECT_TRUE(passed(deadline_in(milliseconds(0))));
  EXPECT_FALSE(passed(no_deadline));
}

}  // namespace
}  // namespace dimma::transport
