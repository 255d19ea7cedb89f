// Descriptors that a poller watches by edges: an event for each arming, and no event is lost.

#include "reactor/edge_watch.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/poller.hpp"
#include "unit/common/rounds.hpp"
#include "unit/reactor/poller_threads.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace dimma::reactor {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds without_limit{-1};
constexpr milliseconds at_once{0};
constexpr std::size_t room = 4096;

void require(bool has_worked) {
  if (!has_worked) throw std::system_error(errno, std::generic_category());
}

using SocketPair = std::pair<Descriptor, Descriptor>;

SocketPair connect_local() {
  std::array<int, 2> both{};
  require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both.data()) == 0);
  return {Descriptor(both[0]), Descriptor(both[1])};
}

SocketPair connect_tcp() {
  const Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  socklen_t size = sizeof address;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  require(::bind(listener.get(), any, size) == 0 && ::listen(listener.get(), 1) == 0);
  require(::getsockname(listener.get(), any, &size) == 0);
  Descriptor client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  require(::connect(client.get(), any, size) == 0);
  Descriptor server(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
  require(server.get() >= 0);
  return {std::move(server), std::move(client)};
}

struct SocketKind {
  const char* name;
  SocketPair (*connect)();
};

// One end, which a poller watches. The test decides what its thread does with an event.
class Watched final : public Waiter {
 public:
  Watched(Poller& poller, SocketPair ends)
      : poller_(poller), ends_(std::move(ends)), watch_(&poller.watch_edges(ends_.first.get(), *this)) {}
  ~Watched() override {
    if (watch_ != nullptr) remove();
  }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  void readable() noexcept override {
    ++events;
    served(*this);
  }
  bool arm() { return poller_.arm(*watch_, has_taken_all_); }
  void remove() { poller_.remove(*std::exchange(watch_, nullptr)); }
  void came_early() { watch_->came_early(); }

  void send(const std::string& octets) {
    ASSERT_EQ(::send(ends_.second.get(), octets.data(), octets.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(octets.size()));
  }
  void end() { ::shutdown(ends_.second.get(), SHUT_WR); }
  // Returns at most `most` of the octets that are there, or "end", or "nothing".
  std::string receive(std::size_t most = room) {
    std::string into(most, ' ');
    const ssize_t count = ::recv(ends_.first.get(), into.data(), into.size(), MSG_DONTWAIT);
    has_taken_all_ = count < static_cast<ssize_t>(most);
    if (count == 0) return "end";
    if (count < 0) return "nothing";
    into.resize(static_cast<std::size_t>(count));
    return into;
  }

  std::function<void(Watched&)> served = [](Watched&) {};
  std::atomic<int> events{0};

 private:
  Poller& poller_;
  const SocketPair ends_;
  EdgeWatch* watch_;
  bool has_taken_all_ = false;
};

class EdgeWatches : public testing::TestWithParam<SocketKind> {
 protected:
  std::unique_ptr<Watched> make() { return std::make_unique<Watched>(poller, GetParam().connect()); }

  // Makes a connection that is armed for the next event.
  std::unique_ptr<Watched> make_armed() {
    auto watched = make();
    EXPECT_TRUE(watched->arm());
    return watched;
  }
  bool has_event() { return poller.wait(at_once) == Poller::Woken::event; }
  // Returns the octets of one event, and arms the connection again.
  std::string next_of(Watched& watched) {
    EXPECT_EQ(poller.wait(without_limit), Poller::Woken::event);
    auto octets = watched.receive();
    EXPECT_TRUE(watched.arm());
    return octets;
  }

  Poller poller;
};

INSTANTIATE_TEST_SUITE_P(Sockets, EdgeWatches,
                         testing::Values(SocketKind{"Local", connect_local}, SocketKind{"Tcp", connect_tcp}),
                         [](const auto& of) { return std::string(of.param.name); });

TEST_P(EdgeWatches, AnEventForEachArming) {
  const auto watched = make_armed();
  EXPECT_FALSE(has_event());
  for (int i = 1; i <= 200; ++i) {
    watched->send("octets");
    EXPECT_EQ(next_of(*watched), "octets");
    EXPECT_EQ(watched->events, i);
    EXPECT_FALSE(has_event());
  }
}

TEST_P(EdgeWatches, NoEventComesBeforeItIsArmed) {
  const auto watched = make();
  watched->send("early");
  EXPECT_FALSE(has_event());
  EXPECT_TRUE(watched->arm());
  EXPECT_EQ(next_of(*watched), "early");
}

TEST_P(EdgeWatches, OctetsThatComeBeforeItIsArmedAgainAreTheNextEvent) {
  const auto watched = make_armed();
  for (int i = 0; i < 200; ++i) {
    watched->send("one");
    EXPECT_EQ(poller.wait(without_limit), Poller::Woken::event);
    EXPECT_EQ(watched->receive(), "one");
    watched->send("two");
    if (i % 2 == 0) {
      EXPECT_FALSE(has_event()) << "another thread asks meanwhile";
    }
    EXPECT_TRUE(watched->arm());
    EXPECT_EQ(next_of(*watched), "two");
    EXPECT_FALSE(has_event());
  }
}

TEST_P(EdgeWatches, OctetsThatAreReceivedEarlyMayCauseAnEmptyEvent) {
  const auto watched = make_armed();
  watched->send("one");
  EXPECT_EQ(poller.wait(without_limit), Poller::Woken::event);
  watched->send("two");
  EXPECT_EQ(watched->receive(), "onetwo");
  EXPECT_TRUE(watched->arm());
  if (has_event()) {
    EXPECT_EQ(watched->receive(), "nothing");
    watched->came_early();
    EXPECT_TRUE(watched->arm());
  }
  EXPECT_FALSE(has_event());
  for (int i = 0; i < 200; ++i) {  // one-shot events at first, then edges again
    watched->send("three");
    EXPECT_EQ(next_of(*watched), "three");
  }
}

TEST_P(EdgeWatches, OctetsThatAreLeftAreTheNextEvent) {
  const auto watched = make_armed();
  watched->send("onetwo");
  EXPECT_EQ(poller.wait(without_limit), Poller::Woken::event);
  EXPECT_EQ(watched->receive(3), "one");
  EXPECT_TRUE(watched->arm());
  EXPECT_EQ(next_of(*watched), "two");
}

TEST_P(EdgeWatches, TheEndIsAnEventWhicheverWayItComes) {
  {
    const auto watched = make_armed();
    watched->end();
    EXPECT_EQ(next_of(*watched), "end") << "by itself";
  }
  {
    const auto watched = make_armed();
    watched->send("last");
    watched->end();
    EXPECT_EQ(next_of(*watched), "last") << "with octets";
    EXPECT_EQ(next_of(*watched), "end");
    EXPECT_EQ(next_of(*watched), "end") << "as often as it is armed";
  }
  for (const bool another_asks : {false, true}) {
    const auto watched = make_armed();
    watched->send("last");
    EXPECT_EQ(poller.wait(without_limit), Poller::Woken::event);
    EXPECT_EQ(watched->receive(), "last");
    watched->end();
    if (another_asks) {
      EXPECT_FALSE(has_event());
    }
    EXPECT_TRUE(watched->arm());
    EXPECT_EQ(next_of(*watched), "end") << "while it is in hand";
  }
}

TEST_P(EdgeWatches, OneThatHasBeenRemovedHasNoEvent) {
  for (int i = 0; i < 10; ++i) {
    const auto watched = make_armed();
    watched->send("octets");
    EXPECT_EQ(poller.wait(without_limit), Poller::Woken::event);
    watched->send("more");
    watched->remove();
    EXPECT_FALSE(has_event());
    EXPECT_EQ(watched->events, 1);
  }
  EXPECT_EQ(poller.descriptors(), 0U);
}

TEST_P(EdgeWatches, TheNextDescriptorHasTheWatchAndItsOwnEvents) {
  for (int i = 0; i < 100; ++i) {
    auto gone = make_armed();
    gone->send("octets");
    EXPECT_EQ(poller.wait(without_limit), Poller::Woken::event);
    gone.reset();
    const auto next = make_armed();
    EXPECT_FALSE(has_event());
    next->send("mine");
    EXPECT_EQ(next_of(*next), "mine");
    EXPECT_TRUE(poller.descriptors() == 1);
  }
}

// Connections to one poller, which many threads serve.
class Connections {
 public:
  using Make = SocketPair (*)();
  static constexpr std::size_t at_once = 8;

  Connections(Make connect, std::uint64_t seed) : connect_(connect), random_(static_cast<std::uint32_t>(seed)) {
    for (std::size_t i = 0; i < at_once; ++i) connections_.push_back(make());
  }
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  std::size_t random(std::size_t below) { return random_() % below; }
  void send(std::size_t which) {
    const std::string octets(1 + random(20), 'x');
    connections_[which]->watched.send(octets);
    connections_[which]->sent += octets.size();
  }
  bool has_received_all(std::size_t which) {
    const auto& one = *connections_[which];
    return comes_true([&] { return one.received.load() == one.sent; });
  }
  // Ends the connection. Returns true if all that it has sent has been received, and its end noticed.
  bool ends(std::size_t which) {
    auto& one = *connections_[which];
    one.watched.end();
    return comes_true([&] { return one.has_ended.load(); }) && one.received.load() == one.sent;
  }
  // Replaces a connection that has ended; the new one may get its descriptor and its watch.
  void replace(std::size_t which) { connections_[which] = make(); }

 private:
  struct Connection {
    Connection(Poller& poller, SocketPair ends) : watched(poller, std::move(ends)) {}
    std::size_t sent = 0;
    std::atomic<std::size_t> received{0};
    std::atomic<bool> in_hand{false};
    std::atomic<bool> has_ended{false};
    Watched watched;
  };

  static bool comes_true(const std::function<bool()>& condition) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    return condition();
  }
  std::unique_ptr<Connection> make() {
    auto made = std::make_unique<Connection>(poller_, connect_());
    const std::size_t most = random(3) == 0 ? 5 : room;
    made->watched.served = [&one = *made, most](Watched&) { serve(one, most); };
    if (!made->watched.arm()) made->watched.readable();
    return made;
  }
  static void serve(Connection& one, std::size_t most) {
    do {
      EXPECT_FALSE(one.in_hand.exchange(true)) << "two threads have it";
      const auto octets = one.watched.receive(most);
      if (octets == "end") {
        one.watched.remove();
        return one.has_ended.store(true);
      }
      if (octets == "nothing") {
        one.watched.came_early();
      } else {
        one.received.fetch_add(octets.size());
      }
      one.in_hand.store(false);
    } while (!one.watched.arm());
  }

  const Make connect_;
  std::mt19937 random_;
  Poller poller_;
  std::vector<std::unique_ptr<Connection>> connections_;
  const PollerThreads servers_{poller_, 3};
};

TEST_P(EdgeWatches, NothingIsLostAmongThreads) {
  constexpr int messages = 400;
  for (const auto seed : test::seeds(20)) {
    Connections connections(GetParam().connect, seed);
    for (int i = 0; i < messages; ++i) {
      const std::size_t which = connections.random(Connections::at_once);
      connections.send(which);
      if (connections.random(4) == 0) {
        ASSERT_TRUE(connections.has_received_all(which)) << "seed " << seed;
      }
      if (connections.random(20) == 0) {
        ASSERT_TRUE(connections.ends(which)) << "seed " << seed;
        connections.replace(which);
      }
    }
    for (std::size_t i = 0; i < Connections::at_once; ++i) ASSERT_TRUE(connections.ends(i)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace dimma::reactor
