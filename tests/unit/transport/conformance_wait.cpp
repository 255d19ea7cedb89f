// Conformance of streams: what blocks, for how long, and what ends it.

#include "unit/transport/conformance.hpp"

#include <thread>

namespace dimma::transport {
namespace {

using std::chrono::milliseconds;

Result receive_one(Stream& stream, Deadline deadline = no_deadline) {
  std::byte octet{};
  return stream.receive({&octet, 1}, deadline);
}

Result send_one(Stream& stream) { return send_all(stream, pattern(1)); }

constexpr milliseconds short_limit{5};

// Makes the others wait for longer than a receive with that limit would.
void let_the_limit_pass() {
  let_others_block();
  std::this_thread::sleep_for(6 * short_limit);
}

TEST_P(Conformance, ShutdownWakesAReceive) {
  for (const bool with_deadline : {false, true}) {
    const Pair pair = connect_pair();
    Result result;
    std::thread receiver([&] { result = receive_one(*pair.client, with_deadline ? patience() : no_deadline); });
    let_others_block();
    pair.client->shutdown();
    receiver.join();
    EXPECT_EQ(result.status, Status::closed) << with_deadline;
  }
}

TEST_P(Conformance, ShutdownWakesASend) {
  for (const bool with_deadline : {false, true}) {
    const Pair pair = connect_pair();
    const auto octets = pattern(GetParam().big_octets);
    Result result;
    std::thread sender([&] { result = send_all(*pair.client, octets, with_deadline ? patience() : no_deadline); });
    let_others_block();
    pair.client->shutdown();
    sender.join();
    EXPECT_EQ(result.status, Status::closed) << with_deadline << ": " << describe(result);
    EXPECT_LT(result.octets, octets.size());
  }
}

TEST_P(Conformance, ThePeersShutdownWakesBoth) {
  const Pair pair = connect_pair();
  const auto octets = pattern(GetParam().big_octets);
  Result received;
  Result sent;
  std::thread receiver([&] { received = receive_one(*pair.client); });
  std::thread sender([&] { sent = send_all(*pair.client, octets); });
  let_others_block();
  pair.server->shutdown();
  receiver.join();
  EXPECT_TRUE(received.status == Status::end || received.status == Status::failed) << describe(received);
  // Octets may still be on their way to a peer that has shut down; the answer to them ends the send.
  pair.client->shutdown();
  sender.join();
  EXPECT_TRUE(sent.status == Status::failed || sent.status == Status::closed) << describe(sent);
}

TEST_P(Conformance, NothingComesOrGoesAfterShutdown) {
  const Pair pair = connect_pair();
  ASSERT_TRUE(send_one(*pair.server));
  ASSERT_TRUE(becomes_receivable(*pair.client));
  pair.client->shutdown();
  pair.client->shutdown();
  EXPECT_EQ(receive_one(*pair.client).status, Status::closed);
  EXPECT_EQ(receive_one(*pair.client, patience()).status, Status::closed);
  EXPECT_EQ(send_one(*pair.client).status, Status::closed);
}

TEST_P(Conformance, AReceiveDeadlineLeavesTheStreamUsable) {
  const Pair pair = connect_pair();
  for (const int limit : {-1000, 0, 1, 30}) {
    EXPECT_EQ(receive_one(*pair.server, Clock::now() + milliseconds(limit)).status, Status::timeout) << limit;
    ASSERT_TRUE(send_one(*pair.client));
    EXPECT_TRUE(receive_one(*pair.server, patience())) << limit;
  }
}

TEST_P(Conformance, AReceiveDoesNotEndBeforeItsDeadline) {
  const Pair pair = connect_pair();
  // For the second limit, a socket sets the system's own timeout, twice, before it polls.
  for (const int limit : {3, 170}) {
    const Deadline deadline = Clock::now() + milliseconds(limit);
    EXPECT_EQ(receive_one(*pair.server, deadline).status, Status::timeout);
    EXPECT_GE(Clock::now(), deadline);
  }
}

TEST_P(Conformance, OctetsThatAreThereAreReceivedAfterTheDeadlineToo) {
  const Pair pair = connect_pair();
  ASSERT_TRUE(send_one(*pair.client));
  ASSERT_TRUE(becomes_receivable(*pair.server));
  EXPECT_TRUE(receive_one(*pair.server, Clock::now() - milliseconds(1)));
}

TEST_P(Conformance, TheEndIsReceivedAfterTheDeadlineToo) {
  const Pair pair = connect_pair();
  pair.client->shutdown();
  ASSERT_TRUE(becomes_receivable(*pair.server));
  EXPECT_EQ(receive_one(*pair.server, Clock::now() - milliseconds(1)).status, Status::end);
}

TEST_P(Conformance, ADeadlineHoldsForItsOwnReceiveOnly) {
  const Pair pair = connect_pair();
  // Long enough for a socket to set the system's own limit.
  constexpr milliseconds limit{45};
  EXPECT_EQ(receive_one(*pair.server, Clock::now() + limit).status, Status::timeout);
  std::thread sender([&] {
    let_others_block();
    std::this_thread::sleep_for(limit * 3 / 2);
    EXPECT_TRUE(send_one(*pair.client));
    let_the_limit_pass();
    EXPECT_TRUE(send_one(*pair.client));
  });
  EXPECT_TRUE(receive_one(*pair.server));
  EXPECT_TRUE(receive_one(*pair.server, patience()));
  sender.join();
}

TEST_P(Conformance, TheReceiveTimeoutLeavesTheStreamUsable) {
  const Pair pair = connect_pair();
  pair.server->receive_timeout(short_limit);
  EXPECT_EQ(receive_one(*pair.server).status, Status::timeout);
  EXPECT_EQ(receive_one(*pair.server).status, Status::timeout);
  ASSERT_TRUE(send_one(*pair.client));
  ASSERT_TRUE(becomes_receivable(*pair.server));
  EXPECT_TRUE(receive_one(*pair.server));
}

TEST_P(Conformance, TheReceiveTimeoutCanBeTakenBack) {
  const Pair pair = connect_pair();
  pair.server->receive_timeout(short_limit);
  EXPECT_EQ(receive_one(*pair.server).status, Status::timeout);
  pair.server->receive_timeout(milliseconds(0));
  std::thread sender([&] {
    let_the_limit_pass();
    EXPECT_TRUE(send_one(*pair.client));
  });
  EXPECT_TRUE(receive_one(*pair.server));
  sender.join();
}

TEST_P(Conformance, ADeadlineGoesBeforeTheReceiveTimeout) {
  const Pair pair = connect_pair();
  pair.server->receive_timeout(short_limit);
  std::thread sender([&] {
    let_the_limit_pass();
    EXPECT_TRUE(send_one(*pair.client));
  });
  EXPECT_TRUE(receive_one(*pair.server, patience()));
  sender.join();
  EXPECT_EQ(receive_one(*pair.server).status, Status::timeout);
}

TEST_P(Conformance, TheHandleIsReadableExactlyWhileAReceiveWouldNotBlock) {
  const Pair pair = connect_pair();
  Stream& stream = *pair.server;
  EXPECT_FALSE(is_receivable(stream));
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(send_all(*pair.client, pattern(3)));
    EXPECT_TRUE(becomes_receivable(stream));
    EXPECT_TRUE(receive_one(*pair.server, patience()));
    EXPECT_TRUE(becomes_receivable(stream));
    EXPECT_EQ(receive_all(*pair.server, 2).size(), 2U);
    EXPECT_FALSE(is_receivable(stream));
  }
  pair.client->shutdown();
  EXPECT_TRUE(becomes_receivable(stream));
  EXPECT_EQ(receive_one(*pair.server).status, Status::end);
  EXPECT_TRUE(is_receivable(stream));
}

TEST_P(Conformance, TheHandleIsReadableAfterShutdown) {
  const Pair pair = connect_pair();
  EXPECT_TRUE(GetParam().has_own_octets || !is_receivable(*pair.client));
  pair.client->shutdown();
  EXPECT_TRUE(becomes_receivable(*pair.client));
}

}  // namespace
}  // namespace dimma::transport
