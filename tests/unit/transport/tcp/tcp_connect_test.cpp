// Connecting over TCP: names that are resolved slowly, and several addresses of which some refuse and some are silent.

#include "transport/tcp/name_resolver.hpp"
#include "transport/tcp/race.hpp"
#include "transport/tcp/tcp.hpp"
#include "unit/common/rounds.hpp"
#include "unit/transport/tcp/peers.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <random>
#include <set>
#include <thread>

#include <fcntl.h>

namespace dimma::transport {
namespace {

using std::chrono::milliseconds;

const Endpoint some_name{"tcp", "name", 1};

TEST(TcpConnect, ASlowResolverIsLeftBehindAtTheDeadline) {
  const auto gate = std::make_shared<Gate>();
  TcpTransport tcp([gate](const std::string&, std::uint16_t) {
    gate->pass();
    return Resolved{};
  });
  const Connected connected = tcp.connect(some_name, soon(), {});
  EXPECT_EQ(gate->passed(), 0U) << "the deadline did not wait for the resolver";
  EXPECT_EQ(connected.result.status, Status::timeout);
  EXPECT_EQ(connected.detail, "connect to tcp:name:1: the name was not resolved in time");
  gate->open();
  EXPECT_TRUE(gate->await_passed(1));
}

TEST(TcpConnect, AnAddressMeetsNoResolver) {
  std::atomic<int> asked{0};
  TcpTransport tcp([&asked](const std::string&, std::uint16_t) {
    ++asked;
    return Resolved{};
  });
  const ListeningPeer peer;
  Endpoint to = peer.endpoint();
  EXPECT_TRUE(tcp.connect(to, patience(), {}).stream);
  EXPECT_TRUE(tcp.connect(to, no_deadline, {}).stream);
  EXPECT_TRUE(tcp.connect(to, no_wait, {}).stream) << "what can be done at once is done";
  to.host = "";
  EXPECT_TRUE(tcp.connect(to, patience(), {}).stream);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(tcp.connect(some_name, no_wait, {}).result.status, Status::timeout);
  EXPECT_EQ(asked, 0) << "nothing is begun behind the deadline";
}

TEST(TcpConnect, WithoutADeadlineTheCallerResolves) {
  const ListeningPeer peer;
  std::thread::id resolver;
  TcpTransport tcp([&](const std::string&, std::uint16_t) {
    resolver = std::this_thread::get_id();
    return Resolved{{peer.address()}, {}};
  });
  EXPECT_TRUE(tcp.connect(some_name, no_deadline, {}).stream);
  EXPECT_EQ(resolver, std::this_thread::get_id());
  EXPECT_TRUE(tcp.connect(some_name, patience(), {}).stream);
  EXPECT_NE(resolver, std::this_thread::get_id());
}

TEST(TcpConnect, TheResolversExceptionIsTheReason) {
  TcpTransport tcp([](const std::string&, std::uint16_t) -> Resolved { throw std::runtime_error("no such zone"); });
  for (const Deadline deadline : {patience(), no_deadline}) {
    const Connected connected = tcp.connect(some_name, deadline, {});
    EXPECT_EQ(connected.result.error, EHOSTUNREACH);
    EXPECT_EQ(connected.detail, "connect to tcp:name:1: the name does not resolve: no such zone");
  }
}

TEST(TcpConnect, ResolversAreLimitedAndOneMoreWaitsForItsDeadline) {
  const ListeningPeer peer;
  const auto gate = std::make_shared<Gate>();
  TcpTransport tcp([gate, address = peer.address()](const std::string&, std::uint16_t) {
    gate->pass();
    return Resolved{{address}, {}};
  });
  std::vector<std::thread> callers;
  std::atomic<std::size_t> late{0};
  for (std::size_t i = 0; i < NameResolver::in_progress_max; ++i) {
    callers.emplace_back([&] { late += tcp.connect(some_name, soon(), {}).result.status == Status::timeout; });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(late, NameResolver::in_progress_max);
  EXPECT_TRUE(gate->await_waiting(NameResolver::in_progress_max));
  EXPECT_EQ(tcp.connect(some_name, soon(), {}).result.status, Status::timeout);
  EXPECT_EQ(gate->waiting(), NameResolver::in_progress_max) << "no resolver was started for it";

  Connected waited;
  std::thread waits([&] { waited = tcp.connect(some_name, patience(), {}); });
  let_others_block();
  gate->open();
  waits.join();
  EXPECT_TRUE(waited.stream) << waited.detail;
  EXPECT_TRUE(gate->await_passed(NameResolver::in_progress_max + 1));
  EXPECT_EQ(gate->passed(), NameResolver::in_progress_max + 1) << "nobody resolves for those that gave up";
}

TEST(TcpConnect, ARunningResolverOutlivesItsTransport) {
  const auto gate = std::make_shared<Gate>();
  {
    TcpTransport tcp([gate](const std::string&, std::uint16_t) {
      gate->pass();
      return Resolved{};
    });
    EXPECT_EQ(tcp.connect(some_name, Clock::now() + milliseconds(50), {}).result.status, Status::timeout);
  }
  EXPECT_TRUE(gate->await_waiting(1) || gate->passed() == 0);
  gate->open();
  EXPECT_TRUE(gate->await_passed(1));
}

TEST(TcpConnect, FamiliesTakeTurnsAndADetailNamesEachAddress) {
  const RefusingPeer one("127.0.0.1");
  const RefusingPeer two("127.0.0.2");
  const Address six = address_of("::1", one.endpoint().port);
  TcpTransport tcp(gives({one.address(), two.address(), six}));
  const Connected connected = tcp.connect(some_name, patience(), {});
  EXPECT_EQ(connected.result.error, ECONNREFUSED);
  const std::string& detail = connected.detail;
  const auto place = [&detail](const std::string& text) { return detail.find(text); };
  EXPECT_NE(place("connect to tcp:name:1: " + one.text() + ": connection refused; [::1]:"), std::string::npos)
      << detail;
  EXPECT_NE(place("; " + two.text() + ": connection refused"), std::string::npos) << detail;
  EXPECT_LT(place(one.text()), place("[::1]"));
  EXPECT_LT(place("[::1]"), place(two.text()));
}

TEST(TcpConnect, FamiliesAreInterleavedInTheResolversOrder) {
  const Address a4 = address_of("127.0.0.1", 1);
  const Address b4 = address_of("127.0.0.2", 1);
  const Address a6 = address_of("::1", 1);
  const Address b6 = address_of("::2", 1);
  const Address c6 = address_of("::3", 1);
  using List = std::vector<Address>;
  EXPECT_EQ(interleaved({a6, b6, c6, a4, b4}), (List{a6, a4, b6, b4, c6}));
  EXPECT_EQ(interleaved({a4, a6, b6, c6}), (List{a4, a6, b6, c6}));
  EXPECT_EQ(interleaved({a6, b6, c6, a4}), (List{a6, a4, b6, c6}));
  EXPECT_EQ(interleaved({b4, a4}), (List{b4, a4}));
  EXPECT_TRUE(interleaved({}).empty());
}

TEST(TcpConnect, AttemptsComeSoonerWhereTheDeadlineLeavesLess) {
  EXPECT_EQ(delay_of_next_attempt(std::chrono::hours(1), 3), Race::attempt_delay);
  EXPECT_EQ(delay_of_next_attempt(milliseconds(400), 3), milliseconds(100));
  EXPECT_EQ(delay_of_next_attempt(milliseconds(20), 9), Race::attempt_delay_min);
  EXPECT_EQ(delay_of_next_attempt(milliseconds(-5), 9), Race::attempt_delay_min);
}

TEST(TcpConnect, AnAddressThatRefusesIsFollowedByTheNext) {
  const RefusingPeer refusing;
  const ListeningPeer listening("127.0.0.2");
  TcpTransport tcp(gives({refusing.address(), listening.address()}));
  EXPECT_EQ(reached(tcp.connect(some_name, patience(), {})), "tcp:" + listening.text());
  EXPECT_EQ(reached(tcp.connect(some_name, no_wait, {})), "connect to tcp:name:1: the name was not resolved in time");
}

TEST(TcpConnect, ASilentAddressDoesNotHoldUpTheNext) {
  const SilentPeer silent;
  const SilentPeer silent_too("127.0.0.2");
  const ListeningPeer listening("127.0.0.3");
  TcpTransport tcp(gives({silent.address(), silent_too.address(), listening.address()}));
  const std::size_t open = open_descriptors();
  const auto connect = [&](Deadline deadline) {
    EXPECT_EQ(reached(tcp.connect(some_name, deadline, {})), "tcp:" + listening.text());
  };
  std::thread other(connect, no_deadline);
  connect(patience());
  other.join();
  EXPECT_EQ(open_descriptors(), open) << "the attempts that did not win are closed";
}

TEST(TcpConnect, TheFirstOfTwoThatAnswersLateWins) {
  SilentPeer late;
  const SilentPeer silent("127.0.0.2");
  TcpTransport tcp(gives({silent.address(), late.address()}));
  Connected connected;
  std::thread caller([&] { connected = tcp.connect(some_name, no_deadline, {}); });
  let_others_block();
  late.drain();
  caller.join();
  ASSERT_EQ(reached(connected), "tcp:" + late.text());
  EXPECT_EQ(::fcntl(connected.stream->handle(), F_GETFL) & O_NONBLOCK, 0);
  const reactor::Descriptor accepted = late.accept();
  ASSERT_EQ(::send(accepted.get(), "x", 1, 0), 1);
  std::byte octet{};
  EXPECT_TRUE(connected.stream->receive({&octet, 1}, patience()));
}

TEST(TcpConnect, AddressesThatAreSilentTimeOutTogether) {
  const SilentPeer silent;
  const RefusingPeer refusing("127.0.0.2");
  TcpTransport tcp(gives({silent.address(), refusing.address()}));
  const std::size_t open = open_descriptors();
  const Connected connected = tcp.connect(some_name, Clock::now() + milliseconds(500), {});
  EXPECT_EQ(connected.result.status, Status::timeout);
  EXPECT_EQ(connected.detail.rfind("connect to tcp:name:1: " + silent.text() + ": timed out; " + refusing.text(), 0),
            0U)
      << connected.detail;
  EXPECT_EQ(open_descriptors(), open);
}

TEST(TcpConnect, AnOptionThatALaterAddressCanNotHaveIsThrown) {
  const SilentPeer silent;
  const ListeningPeer listening("127.0.0.2");
  TcpTransport tcp(gives({silent.address(), listening.address()}));
  const std::size_t open = open_descriptors();
  const StreamOptions options{.send_buffer_octets = std::size_t{1} << 30};
  EXPECT_THROW(tcp.connect(some_name, patience(), options), QoSError);
  EXPECT_EQ(open_descriptors(), open);
}

// Peers of each kind in any order.
class MixedPeers {
 public:
  explicit MixedPeers(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::uint64_t i = 0, count = 1 + random() % 4; i < count; ++i) {
      const std::string host = "127.0.0." + std::to_string(1 + i);
      switch (random() % 3) {
        case 0:
          peers_.push_back(std::make_unique<RefusingPeer>(host));
          break;
        case 1:
          peers_.push_back(std::make_unique<SilentPeer>(host));
          any_silent_ = true;
          break;
        default:
          peers_.push_back(std::make_unique<ListeningPeer>(host));
          listening_.insert("tcp:" + peers_.back()->text());
      }
    }
  }
  // Expects a connection to a peer that listens, if there is one.
  void connect() const {
    std::vector<Address> addresses;
    for (const auto& peer : peers_) addresses.push_back(peer->address());
    TcpTransport tcp(gives(addresses));
    if (!listening_.empty()) {
      EXPECT_TRUE(listening_.contains(reached(tcp.connect(some_name, patience(), {}))));
      return;
    }
    const Connected connected = tcp.connect(some_name, any_silent_ ? Clock::now() + milliseconds(100) : patience(), {});
    EXPECT_EQ(connected.result.status, any_silent_ ? Status::timeout : Status::failed) << connected.detail;
    for (const auto& peer : peers_) EXPECT_NE(connected.detail.find(peer->text()), std::string::npos);
  }

 private:
  std::vector<std::unique_ptr<Peer>> peers_;
  std::set<std::string> listening_;
  bool any_silent_ = false;
};

// Many at once, since each waits for silent peers.
TEST(TcpConnect, MixedAddressesBySeed) {
  allow_descriptors(2000);
  const std::size_t open = open_descriptors();
  const auto all = test::seeds(30);
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 15; ++i) {
    threads.emplace_back([&] {
      for (std::size_t mine = next++; mine < all.size(); mine = next++) {
        SCOPED_TRACE("DIMMA_TEST_SEED=" + std::to_string(all[mine]));
        MixedPeers(all[mine]).connect();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(open_descriptors(), open);
}

}  // namespace
}  // namespace dimma::transport
