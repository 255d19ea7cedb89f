// A producer's calls to its socket for a message, and what it does with their results. Counts allocations and sends.

#include "flow/producer/producer.hpp"
#include "flow/resources/options.hpp"
#include "flow/wire/report.hpp"
#include "unit/common/allocation_counter.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace dimma::flow {
namespace {

using namespace std::chrono_literals;
using transport::Moved;
using transport::Status;

struct Sent {
  int calls = 0;
  std::size_t datagrams = 0;
  std::size_t datagrams_max = 0;  // the most in one call
  std::size_t octets_max = 0;     // the longest datagram
  std::uint64_t asked = 0;        // the sequence number in the last question or end packet
  Header question;                // the last question, while it has no answer
  bool answers = false;
  bool notes_bursts = false;
  std::vector<std::pair<Time, std::size_t>> bursts;  // when each call was made, and its octets
  Moved answer;                                      // returned by the next calls if it is not ok
};

class CountingSocket final : public transport::DatagramSocket {
 public:
  explicit CountingSocket(Sent& sent) : sent_(sent) {}
  Moved send(std::span<const transport::Datagram> batch, NoRoom /*no_room*/) override {
    ++sent_.calls;
    if (sent_.answer.status != Status::ok) return sent_.answer;
    sent_.datagrams += batch.size();
    sent_.datagrams_max = std::max(sent_.datagrams_max, batch.size());
    std::size_t octets = 0;
    for (const auto& each : batch) {
      sent_.octets_max = std::max(sent_.octets_max, each.octets());
      octets += each.octets();
      Packet packet;
      if (!each.body.empty() || parse(each.head, 0, packet) != nullptr || packet.header.kind == Kind::data) continue;
      sent_.asked = packet.header.sequence;
      sent_.question = packet.header;
      octets = 0;  // questions do not count for the rate
    }
    const Time now = Clock::now().time_since_epoch();
    if (sent_.notes_bursts && octets != 0) sent_.bursts.emplace_back(now, octets);
    return {Status::ok, batch.size(), 0, sent_.answer.unreachable};
  }
  Moved reply(const transport::PeerAddress&, std::span<const std::byte>) override { return {}; }
  Moved receive(std::span<transport::Arrival> into, Deadline) override {
    if (!sent_.answers) return {Status::timeout, 0, 0, false};
    sent_.question.kind = Kind::report;
    const auto answer = write_report(sent_.question, {});
    std::ranges::copy(answer, into.front().room.begin());
    into.front().octets = answer.size();
    return {Status::ok, 1, 0, false};
  }
  int handle() const noexcept override { return -1; }
  std::uint64_t overflowed() const noexcept override { return 0; }
  std::size_t octets_in_one_piece() const noexcept override { return 4096; }
  void shutdown() noexcept override {}
  transport::Endpoint local() const override { return {"counting", "here", 1}; }
  transport::Endpoint peer() const override { return {"counting", "there", 2}; }

 private:
  Sent& sent_;
};

class FlowProducer : public testing::Test {
 protected:
  void make(const std::string& qos) {
    channel_ = std::make_unique<ProducerChannel>(std::make_unique<CountingSocket>(sent_),
                                                 Profile{{"counting", "there", 2}, channel::Octets(20)},
                                                 EngineeringQoS::parse(qos), Settings{});
  }
  void send(std::size_t octets, bool oneway = true, std::chrono::milliseconds patience = 1h) {
    const auto write = [&](cdr::Encoder& out) { std::memset(out.append(octets), 7, octets); };
    const auto read = [](cdr::Decoder&) {};
    const Operation operation{"note", oneway};
    channel::Request request{
        .operation = operation, .arguments = write, .results = read, .deadline = Clock::now() + patience};
    channel_->call(request);
  }
  FlowReport::Producer done() { return channel_->account(std::chrono::milliseconds(0)).producer; }

  Sent sent_;
  std::unique_ptr<ProducerChannel> channel_;
};

TEST_F(FlowProducer, AShortMessageIsOneSendAndNoAllocation) {
  make("");
  for (int i = 0; i < 10; ++i) send(500);
  sent_ = {};
  const auto before = test::allocations();
  for (int i = 0; i < 1000; ++i) send(500);
  EXPECT_EQ(test::allocations(), before);
  EXPECT_EQ(sent_.calls, 1000);
  EXPECT_EQ(sent_.datagrams, 1000U);
}

TEST_F(FlowProducer, ALongMessageGoesInBatchesAsThePathAndTheQosSay) {
  make("packets=5");
  send(100'000);
  EXPECT_LE(sent_.octets_max, 4096U);
  EXPECT_EQ(sent_.datagrams_max, 5U);
  EXPECT_EQ(sent_.datagrams, 25U);
  EXPECT_EQ(sent_.calls, 1 + 24 / 5 + 1);
  const auto before = test::allocations();
  send(100'000);
  EXPECT_EQ(test::allocations(), before);
  EXPECT_EQ(done().sent, 2U);
  EXPECT_EQ(done().octets, 200'000U);
}

TEST_F(FlowProducer, MessagesThatMayWaitGoTogether) {
  make("batch-delay=1s");
  for (int i = 0; i < 64; ++i) send(500);  // more octets than one system call takes
  const int calls = sent_.calls;
  EXPECT_GE(calls, 1);
  EXPECT_LE(calls, 2);
  EXPECT_GE(sent_.datagrams_max, 32U);
  const auto before = test::allocations();
  for (int i = 0; i < 640; ++i) send(10);
  EXPECT_EQ(test::allocations(), before);
  EXPECT_LE(sent_.calls, calls + 11);
  EXPECT_EQ(sent_.datagrams_max, 64U);
  channel_->close();  // sends the messages that wait, then the end packet
  EXPECT_EQ(done().sent, 704U);
  EXPECT_EQ(done().octets, 64 * 500 + 640 * 10U);
  EXPECT_EQ(sent_.datagrams, 705U);
}

TEST_F(FlowProducer, AsManyWaitAsTheQosSays) {
  make("batch-delay=1s,packets=5");
  for (int i = 0; i < 25; ++i) send(500);
  EXPECT_EQ(sent_.calls, 5);
  EXPECT_EQ(sent_.datagrams_max, 5U);
}

TEST_F(FlowProducer, AMessageWaitsNoLongerThanTheQosSays) {
  make("batch-delay=1ms");
  for (std::uint64_t i = 1; i <= 3; ++i) {
    send(10);
    while (done().sent < i) std::this_thread::yield();  // the message is sent without another call
  }
  EXPECT_EQ(done().dropped, 0U);
}

TEST_F(FlowProducer, ALongMessageGoesAfterThoseThatWait) {
  make("batch-delay=1s");
  send(10);
  send(20'000);
  EXPECT_EQ(sent_.calls, 3);
  EXPECT_EQ(sent_.datagrams, 1U + 5U);
  // A message that fits into a datagram only without its identity waits as well, when it need not carry it.
  for (int i = 0; i < 20; ++i) send(4096 - 40);
  EXPECT_GT(done().sent, 2U);
  const int calls = sent_.calls;
  send(4096 - 40);
  send(4096 - 40);
  EXPECT_LE(sent_.calls, calls + 1);
}

TEST_F(FlowProducer, WaitingMessagesWithoutRoomAreDropped) {
  make("batch-delay=1s,packets=2,exhausted=drop");
  send(1);
  sent_.answer = {Status::timeout, 0, 0, false};
  send(1);
  EXPECT_EQ(done().dropped, 2U);
  EXPECT_EQ(done().sent, 0U);
}

// This holds however threads are scheduled, since delays only lower the rate.
TEST_F(FlowProducer, PacedBatchesKeepTheRateAndTheirBounds) {
  constexpr std::uint64_t rate = 2'000'000;
  constexpr std::size_t together = rate / 100;
  sent_.notes_bursts = true;
  make("batch-delay=10ms,rate=" + std::to_string(rate));
  for (std::size_t i = 0; i < 400; ++i) send(i % 7 == 6 ? 1900 : 10 * (i % 40));
  send(100'000);  // longer than a batch may be: its packets are paced one by one
  channel_->close();
  EXPECT_EQ(done().sent, 401U);
  EXPECT_EQ(done().dropped, 0U);
  EXPECT_LT(sent_.calls, 200);  // messages are sent together
  EXPECT_GT(sent_.datagrams_max, 10U);
  for (std::size_t first = 0; first < sent_.bursts.size(); ++first) {
    ASSERT_LE(sent_.bursts[first].second, together);
    std::size_t octets = 0;
    for (std::size_t last = first; last < sent_.bursts.size(); ++last) {
      const std::chrono::duration<double> stretch = sent_.bursts[last].first - sent_.bursts[first].first + Pacer::slack;
      ASSERT_LE(static_cast<double>(octets), stretch.count() * rate + 1) << first << " to " << last;
      octets += sent_.bursts[last].second;
    }
  }
}

// Two messages of 72 octets fit into one batch; the long one has used up the rate for 20 s.
TEST_F(FlowProducer, APacedBatchThatIsFullHoldsUpOrDropsTheNext) {
  for (const std::string exhausted : {"drop", "wait"}) {
    make("batch-delay=1s,rate=200,exhausted=" + exhausted);
    sent_ = {};
    send(4000);
    for (int i = 0; i < 2; ++i) send(0);
    EXPECT_EQ(sent_.calls, 1);
    EXPECT_EQ(done().dropped, 0U);
    if (exhausted == "drop") {
      for (const std::size_t octets : {0U, 0U, 10'000U}) send(octets);
    } else {
      for (const std::size_t octets : {0U, 0U, 10'000U}) EXPECT_THROW(send(octets, true, 1ms), CORBA::TIMEOUT);
    }
    EXPECT_EQ(done().dropped, exhausted == "drop" ? 3U : 0U);
    EXPECT_EQ(sent_.calls, 1);
    // A question covers only sent messages; the end drops the messages that would have to wait too long.
    EXPECT_EQ(channel_->account(1ms).producer.sent, 1U);
    EXPECT_EQ(sent_.asked, 1U);
    channel_->close();
    EXPECT_EQ(done().dropped, exhausted == "drop" ? 5U : 2U);
    EXPECT_EQ(sent_.asked, 3U);
  }
}

// Calls and report requests keep their deadlines while another call waits 20 s for the rate, before its message or
// within it.
TEST_F(FlowProducer, AWaitForTheRateHoldsUpNobodyElse) {
  make("rate=200");
  send(4000);
  for (const std::size_t octets : {0U, 10'000U}) EXPECT_THROW(send(octets, true, 1ms), CORBA::TIMEOUT);
  for (const std::string qos : {"rate=200", "rate=200,batch-delay=1s", "rate=200,exhausted=drop"}) {
    make(qos);
    const std::uint64_t before = done().datagrams;
    std::thread other([&] { EXPECT_THROW(send(10'000), CORBA::BAD_INV_ORDER); });  // three packets
    while (done().datagrams == before) std::this_thread::yield();
    if (qos.ends_with("drop")) {
      send(0);
      EXPECT_EQ(done().dropped, 1U);
    } else {
      EXPECT_THROW(send(0, true, 1ms), CORBA::TIMEOUT);
    }
    channel_->account(1ms);
    EXPECT_EQ(sent_.asked, 0U);  // the message has not been sent in full
    channel_->close();
    other.join();
    EXPECT_EQ(done().sent, 0U);
  }
}

TEST_F(FlowProducer, MessagesThatWaitForTheRateGoByThemselvesOrWithAQuestion) {
  make("batch-delay=5ms,rate=40000");
  for (int i = 0; i < 9; ++i) send(0);
  while (done().sent != 9) std::this_thread::yield();  // the last by the channel's thread
  make("batch-delay=1s,rate=200000");
  for (int i = 0; i < 65; ++i) send(0);
  sent_.answers = true;
  EXPECT_EQ(channel_->account(std::chrono::milliseconds::max()).producer.sent, 65U);
  EXPECT_EQ(sent_.asked, 65U);
}

TEST_F(FlowProducer, FieldsThatCannotGoTogetherAreRefusedByName) {
  const auto refused = [](const std::string& qos) -> std::string {
    try {
      require_assembled(EngineeringQoS::parse("batch-delay=1ms," + qos), End::client);
    } catch (const QoSError& error) {
      return error.field();
    }
    return "";
  };
  EXPECT_EQ(refused("processing=nullTask,messages=1"), "processing");
  EXPECT_EQ(refused("messages=4"), "messages");
  EXPECT_EQ(refused("buffers=pool(1,4k)"), "buffers");
  EXPECT_EQ(refused("exhausted=raise"), "exhausted");
  EXPECT_EQ(refused("packets=8,exhausted=drop,rate=1M"), "");
}

TEST_F(FlowProducer, WithoutRoomItDropsOrRaises) {
  make("exhausted=drop");
  sent_.answer = {Status::timeout, 0, 0, false};
  send(1);
  send(1);
  EXPECT_EQ(done().dropped, 2U);
  EXPECT_EQ(done().sent, 0U);
  make("exhausted=raise");
  EXPECT_THROW(send(1), CORBA::NO_RESOURCES);
}

TEST_F(FlowProducer, AMissingConsumerIsCountedAndNoFailure) {
  make("");
  sent_.answer.unreachable = true;
  send(1);
  EXPECT_EQ(done().unreachable, 1U);
  EXPECT_EQ(done().sent, 1U);
}

TEST_F(FlowProducer, ErrorsOfTheSystemAreRaised) {
  make("");
  sent_.answer = {Status::failed, 0, EMSGSIZE, false};
  EXPECT_THROW(send(1), CORBA::COMM_FAILURE);
  sent_.answer = {Status::closed, 0, 0, false};
  EXPECT_THROW(send(1), CORBA::BAD_INV_ORDER);
}

TEST_F(FlowProducer, RefusesWhatIsAnsweredAndWhatIsTooLong) {
  make("");
  EXPECT_THROW(send(1, false), CORBA::NO_IMPLEMENT);
  EXPECT_THROW(send(Limits{}.message_octets_max + 1), CORBA::MARSHAL);
  EXPECT_EQ(sent_.calls, 0);
  channel::Outcome forward;
  EXPECT_THROW(channel_->locate(forward, no_deadline), CORBA::NO_IMPLEMENT);
}

TEST_F(FlowProducer, AKeyThatNoPacketHasRoomForIsRefused) {
  EXPECT_THROW(ProducerChannel(std::make_unique<CountingSocket>(sent_),
                               Profile{{"counting", "there", 2}, channel::Octets(1000)}, {}, Settings{}),
               CORBA::IMP_LIMIT);
}

TEST_F(FlowProducer, TellsTheConsumerWhenItEnds) {
  make("");
  send(1);
  channel_->close();
  EXPECT_EQ(sent_.calls, 2);
  channel_->close();
  EXPECT_EQ(sent_.calls, 2);
  EXPECT_THROW(send(1), CORBA::BAD_INV_ORDER);
}

}  // namespace
}  // namespace dimma::flow
