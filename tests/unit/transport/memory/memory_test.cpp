// The in-memory transport: each fault occurs, and a seed repeats it.

#include "transport/memory/memory.hpp"

#include "unit/common/rounds.hpp"
#include "unit/transport/conformance.hpp"
#include "unit/transport/plan_trace.hpp"

#include <cerrno>
#include <thread>

namespace dimma::transport {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// Keeps the network that the transport is made with.
struct Machine {
  MemoryNetwork network;
  MemoryTransport transport{network};
};

std::shared_ptr<Transport> transport_with(const ConnectionPlan& plan) {
  auto machine = std::make_shared<Machine>();
  machine->network.plan(plan);
  return {machine, &machine->transport};
}

std::vector<Subject> subjects() {
  const Endpoint anywhere{"memory", "here", 0};
  ConnectionPlan portions;
  portions.seed = 3;
  for (DirectionPlan* direction : {&portions.to_listener, &portions.to_connector}) {
    direction->read_octets_max = 100;
    direction->write_octets_max = 50;
    direction->buffer_octets = 4096;
  }
  const auto plain = [] { return transport_with({}); };
  const auto in_portions = [portions] { return transport_with(portions); };
  return {{"Plain", plain, anywhere, 4 * 1024 * 1024}, {"InPortions", in_portions, anywhere, 256 * 1024}};
}

INSTANTIATE_TEST_SUITE_P(Memory, Conformance, testing::ValuesIn(subjects()), subject_name);

Pair connect_pair(Machine& machine, const ConnectionPlan& plan) {
  machine.network.plan_next(plan);
  const auto listener = machine.transport.listen({"memory", "here", 0}, {});
  Pair pair;
  pair.client = machine.transport.connect(listener->endpoint(), patience(), {}).stream;
  int error = 0;
  pair.server = listener->accept(error);
  return pair;
}

class Memory : public testing::Test {
 protected:
  Pair connect_pair(const ConnectionPlan& plan) { return transport::connect_pair(machine_, plan); }

  Machine machine_;
  MemoryNetwork& network_ = machine_.network;
  MemoryTransport& transport_ = machine_.transport;
};

std::vector<std::size_t> portions_of(Stream& stream) {
  std::vector<std::size_t> portions;
  std::vector<std::byte> buffer(1000);
  for (;;) {
    const Result result = stream.receive(buffer, patience());
    if (!result) return portions;
    portions.push_back(result.octets);
  }
}

std::vector<std::size_t> short_reads(std::uint64_t seed) {
  Machine machine;
  ConnectionPlan plan;
  plan.seed = seed;
  plan.to_listener.read_octets_max = 7;
  const Pair pair = connect_pair(machine, plan);
  EXPECT_TRUE(send_all(*pair.client, pattern(500)));
  pair.client->shutdown();
  return portions_of(*pair.server);
}

TEST(MemorySeeds, ShortReadsAreThoseOfTheSeed) {
  const auto portions = short_reads(5);
  EXPECT_GT(portions.size(), 500U / 7);
  for (const std::size_t portion : portions) EXPECT_LE(portion, 7U);
  EXPECT_EQ(short_reads(5), portions);
  EXPECT_NE(short_reads(6), portions);
}

TEST_F(Memory, ShortWritesHandOverInPortions) {
  ConnectionPlan plan;
  plan.to_connector.write_octets_max = 3;
  plan.to_connector.buffer_octets = 3;
  const Pair pair = connect_pair(plan);
  std::thread sender([&] {
    EXPECT_TRUE(send_all(*pair.server, pattern(100)));
    pair.server->shutdown();
  });
  const auto portions = portions_of(*pair.client);
  sender.join();
  EXPECT_GE(portions.size(), 34U);
}

TEST_F(Memory, ADelayHoldsTheSenderUp) {
  ConnectionPlan plan;
  plan.to_listener.delay_max = std::chrono::hours(1);
  const Pair pair = connect_pair(plan);
  const Result late = send_all(*pair.client, pattern(1), Clock::now() + milliseconds(5));
  EXPECT_EQ(late.status, Status::timeout);
  EXPECT_EQ(late.octets, 0U);
  EXPECT_FALSE(is_readable(pair.server->handle()));
  std::thread sender([&] { EXPECT_EQ(send_all(*pair.client, pattern(1)).status, Status::closed); });
  let_others_block();
  pair.client->shutdown();
  sender.join();
}

TEST_F(Memory, AnEndComesAfterEachOctetThatIsAskedFor) {
  for (std::uint64_t after = 0; after <= 20; ++after) {
    ConnectionPlan plan;
    plan.to_listener.cut = Cut::end;
    plan.to_listener.cut_after_octets = after;
    DIMMA_TRACE_PLAN(plan);
    const Pair pair = connect_pair(plan);
    const Result sent = send_all(*pair.client, pattern(20));
    EXPECT_EQ(sent.octets, after);
    EXPECT_EQ(sent.status, after == 20 ? Status::ok : Status::failed);
    EXPECT_TRUE(is_readable(pair.server->handle()));
    Result last;
    EXPECT_EQ(receive_all(*pair.server, 100, &last).size(), after);
    EXPECT_EQ(last.status, Status::end);
    EXPECT_EQ(send_all(*pair.server, pattern(1)).error, EPIPE);
    EXPECT_EQ(receive_all(*pair.client, 1, &last).size(), 0U);
    EXPECT_EQ(last.status, Status::end);
  }
}

TEST_F(Memory, AResetComesAfterEachOctetThatIsAskedFor) {
  for (std::uint64_t after = 0; after <= 20; ++after) {
    ConnectionPlan plan;
    plan.to_connector.cut = Cut::reset;
    plan.to_connector.cut_after_octets = after;
    DIMMA_TRACE_PLAN(plan);
    const Pair pair = connect_pair(plan);
    EXPECT_EQ(send_all(*pair.server, pattern(20)).octets, after);
    Result last;
    EXPECT_EQ(receive_all(*pair.client, 100, &last).size(), after);
    EXPECT_EQ(last.status, Status::failed);
    EXPECT_EQ(last.error, ECONNRESET);
    EXPECT_EQ(send_all(*pair.client, pattern(1)).error, ECONNRESET);
    EXPECT_EQ(receive_all(*pair.server, 1, &last).size(), 0U);
    EXPECT_EQ(last.error, ECONNRESET);
  }
}

TEST_F(Memory, ACutWakesWaitingThreads) {
  ConnectionPlan plan;
  plan.to_listener.cut = Cut::reset;
  plan.to_listener.cut_after_octets = 5;
  const Pair pair = connect_pair(plan);
  Result at_client;
  std::byte octet{};
  std::thread receiver([&] { at_client = pair.client->receive({&octet, 1}); });
  let_others_block();
  send_all(*pair.client, pattern(10));
  receiver.join();
  EXPECT_EQ(at_client.error, ECONNRESET);
}

TEST_F(Memory, AConnectionIsRefusedOnRequest) {
  ConnectionPlan plan;
  plan.connecting = Connecting::refused;
  network_.plan_next(plan);
  const auto listener = transport_.listen({"memory", "here", 0}, {});
  const Connected refused = transport_.connect(listener->endpoint(), patience(), {});
  EXPECT_FALSE(refused.stream);
  EXPECT_EQ(refused.result.error, ECONNREFUSED);
  EXPECT_TRUE(transport_.connect(listener->endpoint(), patience(), {}).stream) << "the plan was for the next one only";
}

TEST_F(Memory, AConnectionIsSilentOnRequest) {
  ConnectionPlan plan;
  plan.connecting = Connecting::silent;
  network_.plan(plan);
  const auto listener = transport_.listen({"memory", "here", 0}, {});
  const Connected silent = transport_.connect(listener->endpoint(), Clock::now() + milliseconds(5), {});
  EXPECT_FALSE(silent.stream);
  EXPECT_EQ(silent.result.status, Status::timeout);
  EXPECT_EQ(silent.detail, "connect to " + to_string(listener->endpoint()) + ": timed out");
  EXPECT_EQ(transport_.connect(listener->endpoint(), no_deadline, {}).result.error, ETIMEDOUT);
}

TEST_F(Memory, AListenerWithAnEmptyHostIsFoundUnderEachName) {
  const auto listener = transport_.listen({"memory", "", 0}, {});
  for (const char* host : {"", "one", "other"}) {
    EXPECT_TRUE(transport_.connect({"memory", host, listener->endpoint().port}, patience(), {}).stream) << host;
  }
}

TEST_F(Memory, TrafficCountsBothDirections) {
  const Pair pair = connect_pair({});
  ASSERT_TRUE(send_all(*pair.client, pattern(10)));
  ASSERT_TRUE(send_all(*pair.server, pattern(7)));
  EXPECT_EQ(network_.traffic().to_listeners, 10U);
  EXPECT_EQ(network_.traffic().to_connectors, 7U);
}

// With any plan, the octets that arrive are a beginning of what was sent, and all of it if nothing was cut.
TEST_F(Memory, RandomPlansLoseNothingBeforeTheirCut) {
  bool cut_seen = false;
  bool whole_seen = false;
  for (const std::uint64_t seed : test::seeds(200)) {
    const ConnectionPlan plan = random_plan(seed, 2000);
    DIMMA_TRACE_PLAN(plan);
    const Pair pair = connect_pair(plan);
    const auto up = pattern(1000, 1);
    Result sent;
    std::thread sender([&] {
      sent = send_all(*pair.client, up);
      pair.client->shutdown();
    });
    const auto received = receive_all(*pair.server, up.size());
    sender.join();
    ASSERT_LE(received.size(), up.size());
    EXPECT_TRUE(std::equal(received.begin(), received.end(), up.begin()));
    EXPECT_EQ(received.size(), sent.octets);
    (sent ? whole_seen : cut_seen) = true;
    if (plan.to_listener.cut == Cut::never && plan.to_connector.cut == Cut::never) {
      EXPECT_EQ(received.size(), up.size());
    }
  }
  const bool all_seeds = std::getenv("DIMMA_TEST_SEED") == nullptr;
  EXPECT_TRUE(!all_seeds || (cut_seen && whole_seen));
}

TEST(MemoryFaults, APlanIsItsSeeds) {
  EXPECT_EQ(describe(random_plan(7, 100)), describe(random_plan(7, 100)));
  EXPECT_NE(describe(random_plan(7, 100)), describe(random_plan(8, 100)));
  EXPECT_EQ(describe(random_plan(7, 100)).rfind("seed 7; ", 0), 0U);
}

TEST_F(Memory, ASilentPeerIsWaitedForWithoutTheCaller) {
  ConnectionPlan silent;
  silent.connecting = Connecting::silent;
  const auto listener = transport_.listen({"memory", "here", 0}, {});
  ConnectOutcome late;
  ConnectOutcome ended;
  ConnectOutcome next;
  network_.plan_next(silent);
  network_.plan_next(silent);
  transport_.begin_connect(listener->endpoint(), Clock::now() + milliseconds(50), {}, late.done());
  transport_.begin_connect(listener->endpoint(), patience(), {}, ended.done());
  transport_.begin_connect(listener->endpoint(), patience(), {}, next.done());
  EXPECT_TRUE(next.await().stream) << "one connect has one plan";
  EXPECT_EQ(late.await().result.status, Status::timeout);
  EXPECT_EQ(ended.calls(), 0);
  transport_.end_connecting();
  EXPECT_EQ(ended.calls(), 1);
  EXPECT_EQ(ended.await().result.status, Status::closed);
}

}  // namespace
}  // namespace dimma::transport
