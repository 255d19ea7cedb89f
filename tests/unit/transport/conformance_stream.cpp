// Conformance of streams: what is sent arrives, whole, in order and to its end.

#include "unit/transport/conformance.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <random>
#include <thread>

#include <unistd.h>

namespace dimma::transport {
namespace {

TEST_P(Conformance, OctetsArriveInOrderWhateverTheirPortions) {
  const Pair pair = connect_pair();
  const auto sent = pattern(200'000);
  std::thread sender([&] {
    std::mt19937 sizes(1);
    for (std::size_t at = 0; at < sent.size();) {
      const std::size_t count = std::min<std::size_t>(sent.size() - at, 1 + sizes() % 3000);
      ASSERT_TRUE(send_all(*pair.client, std::span(sent).subspan(at, count)));
      at += count;
    }
  });
  std::vector<std::byte> received;
  std::vector<std::byte> buffer(5000);
  std::mt19937 sizes(2);
  while (received.size() < sent.size()) {
    const std::size_t room = 1 + sizes() % buffer.size();
    const Result result = pair.server->receive(std::span(buffer).first(room), patience());
    ASSERT_TRUE(result) << describe(result);
    ASSERT_GE(result.octets, 1U);
    ASSERT_LE(result.octets, room);
    received.insert(received.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(result.octets));
  }
  sender.join();
  EXPECT_EQ(received, sent);
}

TEST_P(Conformance, AGatherWriteOfMoreThanTheSystemTakesAtOnce) {
  const Pair pair = connect_pair();
  auto sent = pattern(30'000);
  std::vector<iovec> pieces;
  for (std::size_t at = 0; at < sent.size(); at += 10) {
    pieces.push_back({&sent[at], 10});
    pieces.push_back({nullptr, 0});
  }
  std::thread sender([&] {
    const Result result = pair.client->send(pieces);
    EXPECT_TRUE(result) << describe(result);
    EXPECT_EQ(result.octets, sent.size());
  });
  EXPECT_EQ(receive_all(*pair.server, sent.size()), sent);
  sender.join();
}

TEST_P(Conformance, SendingNothingSendsNothing) {
  const Pair pair = connect_pair();
  EXPECT_TRUE(pair.client->send({}));
  std::vector<iovec> empty(3, iovec{nullptr, 0});
  const Result result = pair.client->send(empty);
  EXPECT_TRUE(result);
  EXPECT_EQ(result.octets, 0U);
  EXPECT_FALSE(is_receivable(*pair.server));
}

TEST_P(Conformance, BigTransfersBothWaysAtOnce) {
  const Pair pair = connect_pair();
  const auto up = pattern(GetParam().big_octets, 1);
  const auto down = pattern(GetParam().big_octets, 2);
  std::thread client_sends([&] { EXPECT_TRUE(send_all(*pair.client, up)); });
  std::thread server_sends([&] { EXPECT_TRUE(send_all(*pair.server, down, patience())); });
  std::vector<std::byte> at_client;
  std::thread client_receives([&] { at_client = receive_all(*pair.client, down.size()); });
  const auto at_server = receive_all(*pair.server, up.size());
  client_sends.join();
  server_sends.join();
  client_receives.join();
  EXPECT_TRUE(at_server == up);
  EXPECT_TRUE(at_client == down);
}

TEST_P(Conformance, TheEndComesAfterAllOctetsAndStays) {
  const Pair pair = connect_pair();
  const auto sent = pattern(1000);
  ASSERT_TRUE(send_all(*pair.client, sent));
  pair.client->shutdown();
  EXPECT_EQ(receive_all(*pair.server, sent.size()), sent);
  std::byte octet{};
  EXPECT_EQ(pair.server->receive({&octet, 1}).status, Status::end);
  EXPECT_EQ(pair.server->receive({&octet, 1}, patience()).status, Status::end);
}

// The stream's peer has sent octets that were not received, and continues to send.
TEST_P(Conformance, SentOctetsArriveIfTheStreamEndsInOrder) {
  for (const bool is_destroyed : {false, true}) {
    Pair pair = connect_pair();
    ASSERT_TRUE(send_all(*pair.server, pattern(1000)));
    ASSERT_TRUE(becomes_receivable(*pair.client));
    const auto sent = pattern(GetParam().buffered_octets);
    ASSERT_TRUE(send_all(*pair.client, sent, patience()));
    pair.client->end_sending();
    if (is_destroyed) pair.client.reset();
    send_all(*pair.server, pattern(1000), no_wait);
    Result last;
    EXPECT_EQ(receive_all(*pair.server, sent.size() + 1, &last), sent);
    // A stream that is destroyed with octets that were not received may end with a reset, after all that was sent.
    EXPECT_TRUE(last.status == Status::end || (is_destroyed && last.error == ECONNRESET)) << describe(last);
  }
}

TEST_P(Conformance, DestroyingAStreamEndsIt) {
  Pair pair = connect_pair();
  ASSERT_TRUE(send_all(*pair.client, pattern(10)));
  pair.client.reset();
  EXPECT_EQ(receive_all(*pair.server, 10), pattern(10));
  std::byte octet{};
  EXPECT_EQ(pair.server->receive({&octet, 1}).status, Status::end);
}

TEST_P(Conformance, SendingToAPeerThatHasGoneFails) {
  Pair pair = connect_pair();
  pair.server.reset();
  Result result;
  EXPECT_TRUE(becomes_true([&] {
    result = send_all(*pair.client, pattern(1));
    return !result;
  }));
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_NE(result.error, 0);
  EXPECT_FALSE(describe(result).empty());
}

TEST_P(Conformance, AHalfFinishedSendSaysHowMuchHasGone) {
  const Pair pair = connect_pair();
  const auto sent = pattern(GetParam().big_octets);
  const Result result = send_all(*pair.client, sent, Clock::now() + std::chrono::milliseconds(30));
  ASSERT_EQ(result.status, Status::timeout);
  ASSERT_GT(result.octets, 0U);
  ASSERT_LT(result.octets, sent.size());
  pair.client->shutdown();
  Result last;
  const auto received = receive_all(*pair.server, sent.size(), &last);
  EXPECT_EQ(last.status, Status::end);
  ASSERT_EQ(received.size(), result.octets);
  EXPECT_TRUE(std::equal(received.begin(), received.end(), sent.begin()));
}

TEST_P(Conformance, ASendThatEndedAtItsDeadlineGoesOnWhereItEnded) {
  const Pair pair = connect_pair();
  auto sent = pattern(GetParam().big_octets);
  const std::size_t third = sent.size() / 3;
  std::array<iovec, 4> pieces{
      {{sent.data(), 7}, {sent.data() + 7, third}, {nullptr, 0}, {sent.data() + 7 + third, sent.size() - 7 - third}}};
  std::size_t octets = 0;
  std::atomic<int> unfinished{0};
  std::thread sender([&] {
    for (Result result{Status::timeout}; result.status == Status::timeout; octets += result.octets) {
      const bool may_wait = unfinished % 2 == 1;
      result = pair.client->send(pieces, may_wait ? Clock::now() + std::chrono::milliseconds(2) : no_wait);
      EXPECT_TRUE(result || result.status == Status::timeout) << describe(result);
      ++unfinished;
    }
  });
  EXPECT_TRUE(becomes_true([&] { return unfinished > 3; }));
  EXPECT_TRUE(receive_all(*pair.server, sent.size()) == sent);
  sender.join();
  EXPECT_EQ(octets, sent.size());
}

TEST_P(Conformance, ASendThatBlocksGoesOnWhenThePeerReceives) {
  const Pair pair = connect_pair();
  const auto sent = pattern(GetParam().big_octets);
  std::thread sender([&] {
    const Result result = send_all(*pair.client, sent);
    EXPECT_TRUE(result) << describe(result);
    EXPECT_EQ(result.octets, sent.size());
  });
  let_others_block();
  EXPECT_TRUE(receive_all(*pair.server, sent.size()) == sent);
  sender.join();
}

TEST_P(Conformance, EndpointsOfBothEndsAgree) {
  const auto listener = listen();
  const Pair pair = connect_pair(*listener);
  EXPECT_EQ(pair.client->peer(), pair.server->local());
  EXPECT_EQ(pair.client->local(), pair.server->peer());
  EXPECT_NE(pair.client->local(), pair.client->peer());
  EXPECT_EQ(pair.client->peer().port, listener->endpoint().port);
  const std::string text = to_string(pair.client->peer());
  EXPECT_EQ(text.substr(0, text.find(':')), transport_->name());
  if (is_local(listener->endpoint())) {
    EXPECT_EQ(pair.client->peer(), listener->endpoint());
  } else {
    EXPECT_EQ(text.substr(text.rfind(':') + 1), std::to_string(listener->endpoint().port));
  }
}

TEST_P(Conformance, EachEndKnowsItsPeer) {
  const Pair pair = connect_pair();
  ASSERT_TRUE(send_all(*pair.client, pattern(1)));
  ASSERT_EQ(receive_all(*pair.server, 1), pattern(1));
  for (const Stream* const end : {pair.client.get(), pair.server.get()}) {
    const Peer known = end->identify_peer();
    EXPECT_EQ(known.transport, end->peer().transport);
    EXPECT_EQ(known.process.has_value(), is_local(end->peer())) << to_string(known);
    if (known.process) {
      EXPECT_TRUE(known.address.empty());
      EXPECT_EQ(known.process->uid, ::geteuid());
      EXPECT_EQ(known.process->gid, ::getegid());
      EXPECT_EQ(known.process->pid, ::getpid());
    } else {
      EXPECT_EQ(known.address, end->peer().host);
      EXPECT_EQ(known.port, end->peer().port);
    }
  }
}

TEST_P(Conformance, ManyStreamsAtOnce) {
  const std::size_t count = GetParam().many_streams;
  allow_descriptors(8 * count);
  const auto listener = listen();
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < count; ++i) pairs.push_back(connect_pair(*listener));
  for (unsigned i = 0; i < count; ++i) {
    ASSERT_TRUE(send_all(*pairs[i].client, pattern(32, i)));
    ASSERT_TRUE(send_all(*pairs[i].server, pattern(16, i + 5000)));
  }
  for (unsigned i = 0; i < count; ++i) {
    EXPECT_EQ(receive_all(*pairs[i].server, 32), pattern(32, i));
    EXPECT_EQ(receive_all(*pairs[i].client, 16), pattern(16, i + 5000));
  }
}

}  // namespace
}  // namespace dimma::transport
