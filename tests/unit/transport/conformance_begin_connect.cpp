// Conformance of connecting without waiting.

#include "unit/common/rounds.hpp"
#include "unit/transport/conformance.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <random>
#include <thread>

namespace dimma::transport {
namespace {

TEST_P(Conformance, BeginConnectGivesAStreamOnce) {
  const auto listener = listen();
  for (const Deadline deadline : {patience(), no_deadline}) {
    ConnectOutcome one;
    transport_->begin_connect(listener->endpoint(), deadline, GetParam().options, one.done());
    ASSERT_TRUE(one.await().stream) << one.await().detail;
    EXPECT_TRUE(one.await().result);
    EXPECT_EQ(one.await().detail, "");
    Pair pair{one.take(), accept(*listener)};
    ASSERT_TRUE(send_all(*pair.client, pattern(100)));
    EXPECT_EQ(receive_all(*pair.server, 100), pattern(100));
    ASSERT_TRUE(send_all(*pair.server, pattern(50)));
    EXPECT_EQ(receive_all(*pair.client, 50), pattern(50));
    let_others_block();
    EXPECT_EQ(one.calls(), 1);
  }
}

TEST_P(Conformance, BeginConnectTellsOfARefusal) {
  const auto listener = listen();
  const Endpoint nobody = listener->endpoint();
  listener->close();
  ConnectOutcome outcome;
  transport_->begin_connect(nobody, patience(), GetParam().options, outcome.done());
  const Connected& connected = outcome.await();
  EXPECT_FALSE(connected.stream);
  EXPECT_EQ(connected.result.status, Status::failed);
  EXPECT_EQ(connected.result.error, ECONNREFUSED);
  EXPECT_EQ(connected.detail, transport_->connect(nobody, patience(), GetParam().options).detail);
  transport_->end_connecting();
  EXPECT_EQ(outcome.calls(), 1);
}

TEST_P(Conformance, AfterTheDeadlineAConnectMayStillSucceedAtOnce) {
  const auto listener = listen();
  for (const Deadline deadline : {no_wait, Clock::now()}) {
    ConnectOutcome outcome;
    transport_->begin_connect(listener->endpoint(), deadline, GetParam().options, outcome.done());
    const Connected& connected = outcome.await();
    EXPECT_EQ(connected.result.status, connected.stream ? Status::ok : Status::timeout) << connected.detail;
    const Connected waited = transport_->connect(listener->endpoint(), deadline, GetParam().options);
    EXPECT_EQ(waited.result.status, waited.stream ? Status::ok : Status::timeout) << waited.detail;
  }
}

TEST_P(Conformance, AConnectThatIsDoneMayBeginTheNext) {
  const auto listener = listen();
  std::vector<std::unique_ptr<Stream>> streams;
  std::atomic<std::size_t> count{0};
  Transport::ConnectDone again = [&](Connected connected) {
    EXPECT_TRUE(connected.stream) << connected.detail;
    streams.push_back(std::move(connected.stream));
    if (streams.size() < 10) transport_->begin_connect(listener->endpoint(), patience(), GetParam().options, again);
    ++count;
  };
  transport_->begin_connect(listener->endpoint(), patience(), GetParam().options, again);
  EXPECT_TRUE(becomes_true([&] { return count == 10; }));
}

TEST_P(Conformance, TwoHundredConnectAtOnce) {
  constexpr std::size_t of_each = 50;
  allow_descriptors(2000);
  const auto listener = listen();
  std::vector<ConnectOutcome> outcomes(4 * of_each);
  std::vector<std::thread> threads;
  for (std::size_t first = 0; first < outcomes.size(); first += of_each) {
    threads.emplace_back([&, first] {
      for (std::size_t i = first; i < first + of_each; ++i) {
        transport_->begin_connect(listener->endpoint(), patience(), GetParam().options, outcomes[i].done());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<std::unique_ptr<Stream>> accepted;
  for (auto& outcome : outcomes) {
    EXPECT_TRUE(outcome.await().stream) << outcome.await().detail;
    accepted.push_back(accept(*listener));
  }
  transport_->end_connecting();
  for (const auto& outcome : outcomes) EXPECT_EQ(outcome.calls(), 1);
}

TEST_P(Conformance, ConnectsAfterTheEndAreClosed) {
  const auto listener = listen();
  transport_->end_connecting();
  transport_->end_connecting();
  ConnectOutcome outcome;
  transport_->begin_connect(listener->endpoint(), patience(), GetParam().options, outcome.done());
  EXPECT_FALSE(outcome.await().stream);
  EXPECT_EQ(outcome.await().result.status, Status::closed);
  EXPECT_EQ(outcome.await().detail, "connect to " + to_string(listener->endpoint()) + ": closed at this end");
  EXPECT_EQ(outcome.calls(), 1);
  EXPECT_TRUE(connect(*listener)) << "who waits for it may still connect";
}

// Threads connect while another thread ends the transport at some moment: each is called back once.
TEST_P(Conformance, ConnectingEndsInAnyStateBySeed) {
  allow_descriptors(2000);
  for (const std::uint64_t seed : test::seeds(15)) {
    SCOPED_TRACE("DIMMA_TEST_SEED=" + std::to_string(seed));
    const auto transport = GetParam().make();
    const auto listener = transport->listen(GetParam().anywhere, GetParam().options);
    std::vector<ConnectOutcome> outcomes(60);
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        for (std::size_t mine = next++; mine < outcomes.size(); mine = next++) {
          transport->begin_connect(listener->endpoint(), patience(), GetParam().options, outcomes[mine].done());
        }
      });
    }
    std::mt19937_64 random(seed);
    const std::size_t until = random() % outcomes.size();
    while (next < until) std::this_thread::yield();
    transport->end_connecting();
    for (std::thread& thread : threads) thread.join();
    for (auto& outcome : outcomes) {
      EXPECT_EQ(outcome.calls(), 1);
      const Status status = outcome.await().result.status;
      EXPECT_TRUE(outcome.await().stream ? status == Status::ok : status == Status::closed);
    }
  }
}

TEST_P(Conformance, ATransportEndsWhatItConnects) {
  const auto listener = listen();
  std::array<ConnectOutcome, 20> outcomes;
  for (auto& outcome : outcomes) {
    transport_->begin_connect(listener->endpoint(), patience(), GetParam().options, outcome.done());
  }
  transport_.reset();
  for (const auto& outcome : outcomes) EXPECT_EQ(outcome.calls(), 1);
}

}  // namespace
}  // namespace dimma::transport
