// Connecting over TCP without waiting: each state of a connect in progress, and the thread that serves it.

#include "transport/socket/socket_stream.hpp"
#include "transport/tcp/name_resolver.hpp"
#include "transport/tcp/tcp.hpp"
#include "unit/common/rounds.hpp"
#include "unit/common/system_view.hpp"
#include "unit/transport/tcp/peers.hpp"

#include <atomic>
#include <cerrno>
#include <memory>
#include <random>
#include <thread>

#include <fcntl.h>

namespace dimma::transport {
namespace {

using std::chrono::milliseconds;

constexpr const char* connecting_thread = "dimma-connector";

// A resolver's thread has the name of the one that starts it until it takes its own.
bool one_connects() { return test::threads_called(connecting_thread).size() == 1; }
const Endpoint slow_name{"tcp", "slow", 1};
const Endpoint quick_name{"tcp", "quick", 1};

// "slow" is blocked by the gate; other names are resolved at once.
ResolveName held_up(std::shared_ptr<Gate> gate, std::vector<Address> addresses) {
  return [gate = std::move(gate), addresses = std::move(addresses)](const std::string& host, std::uint16_t) {
    if (host == "slow") gate->pass();
    return Resolved{addresses, addresses.empty() ? "no such name" : ""};
  };
}

TEST(TcpBeginConnect, TheThreadGoesWithTheLastConnect) {
  const SilentPeer silent;
  const ListeningPeer peer;
  TcpTransport tcp;
  for (int round = 0; round < 3; ++round) {
    ConnectOutcome outcome;
    ConnectOutcome late;
    tcp.begin_connect(silent.endpoint(), Clock::now() + milliseconds(50), {}, late.done());
    EXPECT_TRUE(becomes_true(one_connects));
    tcp.begin_connect(peer.endpoint(), patience(), {}, outcome.done());
    EXPECT_EQ(reached(outcome.await()), "tcp:" + peer.text());
    EXPECT_EQ(late.await().result.status, Status::timeout);
    EXPECT_TRUE(becomes_true([] { return test::threads_called(connecting_thread).size() == 0; }));
  }
}

TEST(TcpBeginConnect, ASlowNameHoldsUpNoOther) {
  const ListeningPeer peer;
  const auto gate = std::make_shared<Gate>();
  TcpTransport tcp(held_up(gate, {peer.address()}));
  ConnectOutcome late;
  ConnectOutcome in_time;
  ConnectOutcome meanwhile;
  tcp.begin_connect(slow_name, patience(), {}, in_time.done());
  tcp.begin_connect(slow_name, soon(), {}, late.done());
  tcp.begin_connect(quick_name, patience(), {}, meanwhile.done());
  EXPECT_EQ(reached(meanwhile.await()), "tcp:" + peer.text());
  EXPECT_EQ(reached(late.await()), "connect to tcp:slow:1: the name was not resolved in time");
  EXPECT_EQ(late.await().result.status, Status::timeout);
  EXPECT_EQ(gate->passed(), 0U) << "all that came before the slow resolver did";
  EXPECT_EQ(in_time.calls(), 0);
  EXPECT_TRUE(becomes_true(one_connects));
  gate->open();
  EXPECT_EQ(reached(in_time.await()), "tcp:" + peer.text());
  EXPECT_TRUE(becomes_true([] { return test::threads_called(connecting_thread).size() == 0; }));
  EXPECT_TRUE(gate->await_passed(2));
  EXPECT_EQ(late.calls(), 1);
}

TEST(TcpBeginConnect, ANameThatDoesNotResolveIsReported) {
  TcpTransport tcp(held_up(std::make_shared<Gate>(), {}));
  ConnectOutcome outcome;
  tcp.begin_connect(quick_name, no_deadline, {}, outcome.done());
  EXPECT_EQ(outcome.await().result.error, EHOSTUNREACH);
  EXPECT_EQ(outcome.await().detail, "connect to tcp:quick:1: the name does not resolve: no such name");
  ConnectOutcome at_once;
  tcp.begin_connect(quick_name, no_wait, {}, at_once.done());
  EXPECT_EQ(at_once.calls(), 1);
  EXPECT_EQ(at_once.await().result.status, Status::timeout);
}

TEST(TcpBeginConnect, ASilentPeerEndsAtTheDeadline) {
  const SilentPeer silent;
  TcpTransport tcp;
  const std::size_t open = open_descriptors();
  ConnectOutcome outcome;
  tcp.begin_connect(silent.endpoint(), soon(), {}, outcome.done());
  EXPECT_EQ(outcome.calls(), 0);
  EXPECT_EQ(outcome.await().result.status, Status::timeout);
  EXPECT_EQ(outcome.await().detail, "connect to tcp:" + silent.text() + ": timed out");
  tcp.end_connecting();
  EXPECT_EQ(open_descriptors(), open);
  EXPECT_EQ(test::threads_called(connecting_thread).size(), 0U);
}

TEST(TcpBeginConnect, AStreamFromTheLoopBlocks) {
  const SilentPeer silent;
  SilentPeer late("127.0.0.2");
  TcpTransport tcp(gives({silent.address(), late.address()}));
  ConnectOutcome outcome;
  tcp.begin_connect(quick_name, no_deadline, {}, outcome.done());
  EXPECT_EQ(outcome.calls(), 0);
  EXPECT_TRUE(becomes_true(one_connects));
  late.drain();
  ASSERT_EQ(reached(outcome.await()), "tcp:" + late.text());
  const auto stream = outcome.take();
  EXPECT_EQ(::fcntl(stream->handle(), F_GETFL) & O_NONBLOCK, 0);
  const reactor::Descriptor accepted = late.accept();
  ASSERT_EQ(::send(accepted.get(), "x", 1, 0), 1);
  std::byte octet{};
  EXPECT_TRUE(stream->receive({&octet, 1}, patience()));
}

// The scenario whose system calls stream_calls.py counts: connections by a name and by an address, each made by the
// caller, by the race's own loop and by the transport's thread, over which `exchanges` octets go each way.
TEST(TcpStreamCalls, ExchangesOverConnectionsOfEachKind) {
  constexpr int exchanges = 500;
  const SilentPeer silent;
  ListeningPeer peer("127.0.0.2");
  TcpTransport tcp(gives({silent.address(), peer.address()}));
  const auto exchange = [&](std::unique_ptr<Stream> client) {
    ASSERT_TRUE(client);
    SocketStream server(peer.accept(), {});
    std::byte octet{};
    for (int i = 0; i < exchanges; ++i) {
      ASSERT_TRUE(send_all(*client, {&octet, 1}));
      ASSERT_TRUE(server.receive({&octet, 1}, no_deadline));
      ASSERT_TRUE(send_all(server, {&octet, 1}));
      ASSERT_TRUE(client->receive({&octet, 1}, no_deadline));
    }
  };
  exchange(tcp.connect(peer.endpoint(), patience(), {}).stream);
  exchange(tcp.connect(quick_name, patience(), {}).stream);
  for (const Endpoint& to : {peer.endpoint(), quick_name}) {
    ConnectOutcome outcome;
    tcp.begin_connect(to, patience(), {}, outcome.done());
    outcome.await();
    exchange(outcome.take());
  }
}

TEST(TcpBeginConnect, SilentAddressesDoNotHoldUpTheLast) {
  const SilentPeer silent;
  const RefusingPeer refusing("127.0.0.2");
  const SilentPeer silent_too("127.0.0.3");
  const ListeningPeer listening("127.0.0.4");
  TcpTransport tcp(gives({silent.address(), refusing.address(), silent_too.address(), listening.address()}));
  std::vector<ConnectOutcome> outcomes(20);
  for (auto& outcome : outcomes) tcp.begin_connect(quick_name, patience(), {}, outcome.done());
  for (auto& outcome : outcomes) EXPECT_EQ(reached(outcome.await()), "tcp:" + listening.text());
}

TEST(TcpBeginConnect, AnImpossibleOptionIsThrownAndNotCalledBack) {
  const ListeningPeer peer;
  TcpTransport tcp(gives({peer.address()}));
  ConnectOutcome outcome;
  const StreamOptions options{.send_buffer_octets = std::size_t{1} << 30};
  EXPECT_THROW(tcp.begin_connect(peer.endpoint(), patience(), options, outcome.done()), QoSError);
  EXPECT_THROW(tcp.begin_connect(quick_name, patience(), options, outcome.done()), QoSError);
  tcp.end_connecting();
  EXPECT_EQ(outcome.calls(), 0);
}

// Being resolved, waiting for a resolver, waiting for an answer, and decided at once.
TEST(TcpBeginConnect, EachStateEndsWithTheTransport) {
  const SilentPeer silent;
  const ListeningPeer peer;
  const auto gate = std::make_shared<Gate>();
  std::vector<ConnectOutcome> resolving(NameResolver::in_progress_max + 5);
  ConnectOutcome connecting;
  ConnectOutcome connected;
  {
    TcpTransport tcp(held_up(gate, {peer.address()}));
    for (auto& outcome : resolving) tcp.begin_connect(slow_name, no_deadline, {}, outcome.done());
    EXPECT_TRUE(gate->await_waiting(NameResolver::in_progress_max));
    tcp.begin_connect(silent.endpoint(), no_deadline, {}, connecting.done());
    tcp.begin_connect(peer.endpoint(), no_deadline, {}, connected.done());
    EXPECT_EQ(reached(connected.await()), "tcp:" + peer.text());
  }
  for (auto& outcome : resolving) {
    EXPECT_EQ(outcome.calls(), 1);
    EXPECT_EQ(outcome.await().detail, "connect to tcp:slow:1: closed at this end");
  }
  EXPECT_EQ(connecting.calls(), 1);
  EXPECT_EQ(connecting.await().result.status, Status::closed);
  EXPECT_EQ(test::threads_called(connecting_thread).size(), 0U);
  gate->open();
  EXPECT_TRUE(gate->await_passed(NameResolver::in_progress_max));
  EXPECT_EQ(gate->passed(), NameResolver::in_progress_max) << "nobody resolves for those that waited";
}

// Each of them connects, fails or ends once, and nothing is left open.
TEST(TcpBeginConnect, MixedPeersEndedAtAnyMomentBySeed) {
  allow_descriptors(1000);
  const SilentPeer silent;
  const RefusingPeer refusing("127.0.0.2");
  const ListeningPeer listening("127.0.0.3");
  for (const std::uint64_t seed : test::seeds(25)) {
    SCOPED_TRACE("DIMMA_TEST_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto gate = std::make_shared<Gate>();
    const std::size_t open = open_descriptors();
    std::vector<ConnectOutcome> outcomes(40);
    {
      TcpTransport tcp(held_up(gate, {silent.address(), refusing.address(), listening.address()}));
      const Endpoint to[] = {silent.endpoint(), refusing.endpoint(), listening.endpoint(), quick_name, slow_name};
      std::thread opener([&gate, wait = milliseconds(random() % 20)] {
        std::this_thread::sleep_for(wait);
        gate->open();
      });
      for (auto& outcome : outcomes) {
        const Deadline deadline = random() % 3 == 0 ? no_deadline : Clock::now() + milliseconds(random() % 30);
        tcp.begin_connect(to[random() % 5], deadline, {}, outcome.done());
      }
      std::this_thread::sleep_for(milliseconds(random() % 40));
      if (random() % 2 == 0) tcp.end_connecting();
      opener.join();
    }
    for (auto& outcome : outcomes) {
      EXPECT_EQ(outcome.calls(), 1);
      EXPECT_NE(outcome.await().stream == nullptr, outcome.await().detail.empty());
      outcome.take();
    }
    EXPECT_TRUE(becomes_true([open] { return open_descriptors() == open; }));
  }
}

}  // namespace
}  // namespace dimma::transport
