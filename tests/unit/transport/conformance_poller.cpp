// Conformance of streams and listeners with the poller.

#include "reactor/poller.hpp"
#include "unit/transport/conformance.hpp"

#include <atomic>
#include <thread>

namespace dimma::transport {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds for_ever{-1};
constexpr milliseconds not_at_all{0};

class Counter final : public reactor::Waiter {
 public:
  void readable() noexcept override { ++events; }
  int events = 0;
};

// Serves like a server: octets that are there already are served without the poller.
void serve_next(reactor::Poller& poller, Stream& stream, reactor::Waiter& waiter) {
  if (!stream.prepare_poll()) return waiter.readable();
  poller.arm(stream.handle(), waiter);
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::event);
}

void arm(reactor::Poller& poller, Stream& stream, reactor::Waiter& waiter) {
  EXPECT_TRUE(stream.prepare_poll());
  poller.arm(stream.handle(), waiter);
}

TEST_P(Conformance, TheEventOfAnArmedStreamComesOnce) {
  const Pair pair = connect_pair();
  reactor::Poller poller;
  Counter counter;
  poller.add(pair.server->handle(), counter);
  arm(poller, *pair.server, counter);
  EXPECT_EQ(poller.wait(milliseconds(1)), reactor::Poller::Woken::timeout);
  ASSERT_TRUE(send_all(*pair.client, pattern(1)));
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::event);
  ASSERT_TRUE(send_all(*pair.client, pattern(1)));
  EXPECT_EQ(poller.wait(milliseconds(20)), reactor::Poller::Woken::timeout);
  EXPECT_EQ(counter.events, 1);
}

TEST_P(Conformance, ArmingAgainDeliversWhatIsThereAlready) {
  const Pair pair = connect_pair();
  reactor::Poller poller;
  Counter counter;
  ASSERT_TRUE(send_all(*pair.client, pattern(10)));
  ASSERT_TRUE(becomes_receivable(*pair.server));
  poller.add(pair.server->handle(), counter);
  for (int round = 1; round <= 3; ++round) {
    serve_next(poller, *pair.server, counter);
    EXPECT_EQ(counter.events, round);
  }
}

TEST_P(Conformance, AStreamThatIsNotArmedHasNoEvents) {
  Pair pair = connect_pair();
  reactor::Poller poller;
  Counter counter;
  poller.add(pair.server->handle(), counter);
  ASSERT_TRUE(send_all(*pair.client, pattern(1)));
  pair.client.reset();
  pair.server->shutdown();
  ASSERT_TRUE(becomes_receivable(*pair.server));
  EXPECT_EQ(poller.wait(milliseconds(20)), reactor::Poller::Woken::timeout);
  EXPECT_EQ(counter.events, 0);
  serve_next(poller, *pair.server, counter);
  EXPECT_EQ(counter.events, 1);
}

TEST_P(Conformance, RemovingAnArmedStreamTakesItsEventBack) {
  const Pair pair = connect_pair();
  const Pair other = connect_pair();
  reactor::Poller poller;
  Counter counter;
  Counter other_counter;
  poller.add(pair.server->handle(), counter);
  arm(poller, *pair.server, counter);
  poller.add(other.server->handle(), other_counter);
  arm(poller, *other.server, other_counter);
  ASSERT_TRUE(send_all(*pair.client, pattern(1)));
  ASSERT_TRUE(becomes_receivable(*pair.server));
  poller.remove(pair.server->handle());
  poller.remove(pair.server->handle());
  poller.arm(pair.server->handle(), counter);
  ASSERT_TRUE(send_all(*other.client, pattern(1)));
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::event);
  EXPECT_EQ(poller.wait(milliseconds(20)), reactor::Poller::Woken::timeout);
  EXPECT_EQ(counter.events, 0);
  EXPECT_EQ(other_counter.events, 1);
}

TEST_P(Conformance, AnEndAndAShutdownAreEvents) {
  const Pair pair = connect_pair();
  reactor::Poller poller;
  Counter counter;
  poller.add(pair.server->handle(), counter);
  poller.add(pair.client->handle(), counter);
  arm(poller, *pair.server, counter);
  arm(poller, *pair.client, counter);
  pair.client->shutdown();
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::event);
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::event);
  EXPECT_EQ(counter.events, 2);
}

TEST_P(Conformance, AListenersConnectionsAndItsCloseAreEvents) {
  const auto listener = listen();
  reactor::Poller poller;
  Counter counter;
  poller.add(listener->handle(), counter);
  poller.arm(listener->handle(), counter);
  EXPECT_EQ(poller.wait(not_at_all), reactor::Poller::Woken::timeout);
  const auto client = connect(*listener);
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::event);
  EXPECT_TRUE(accept(*listener));
  poller.arm(listener->handle(), counter);
  EXPECT_EQ(poller.wait(milliseconds(1)), reactor::Poller::Woken::timeout);
  listener->close();
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::event);
  EXPECT_EQ(counter.events, 2);
}

// Answers each octet with itself, and notices when two threads serve it at once.
class Echo final : public reactor::Waiter {
 public:
  Echo(reactor::Poller& poller, Stream& stream) : poller_(poller), stream_(stream) {
    poller_.add(stream_.handle(), *this);
    arm(poller_, stream_, *this);
  }
  void readable() noexcept override {
    do {
      serve();
    } while (!stream_.prepare_poll());
    poller_.arm(stream_.handle(), *this);
  }
  std::atomic<int> served{0};
  std::atomic<int> overlaps{0};

 private:
  void serve() {
    if (inside_.fetch_add(1) != 0) ++overlaps;
    std::byte octet{};
    if (stream_.receive({&octet, 1})) {
      ++served;
      send_all(stream_, {&octet, 1});
    }
    inside_.fetch_sub(1);
  }

  reactor::Poller& poller_;
  Stream& stream_;
  std::atomic<int> inside_{0};
};

TEST_P(Conformance, EachEventIsServedByOneOfSeveralThreads) {
  constexpr int streams = 8;
  constexpr int rounds = 100;
  const auto listener = listen();
  reactor::Poller poller;
  std::vector<Pair> pairs;
  std::vector<std::unique_ptr<Echo>> echoes;
  for (int i = 0; i < streams; ++i) {
    pairs.push_back(connect_pair(*listener));
    echoes.push_back(std::make_unique<Echo>(poller, *pairs.back().server));
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (poller.wait(for_ever) != reactor::Poller::Woken::stopped) continue;
    });
  }
  for (unsigned round = 0; round < rounds; ++round) {
    for (const Pair& pair : pairs) ASSERT_TRUE(send_all(*pair.client, pattern(2, round)));
    for (const Pair& pair : pairs) ASSERT_EQ(receive_all(*pair.client, 2), pattern(2, round));
  }
  poller.stop();
  for (std::thread& thread : threads) thread.join();
  for (const auto& echo : echoes) {
    EXPECT_EQ(echo->served, 2 * rounds);
    EXPECT_EQ(echo->overlaps, 0);
  }
}

TEST_P(Conformance, StopWakesAllThreadsForGood) {
  const Pair pair = connect_pair();
  reactor::Poller poller;
  Counter counter;
  std::atomic<int> stopped{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      if (poller.wait(for_ever) == reactor::Poller::Woken::stopped) ++stopped;
    });
  }
  let_others_block();
  poller.stop();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(stopped, 4);

  ASSERT_TRUE(send_all(*pair.client, pattern(1)));
  ASSERT_TRUE(becomes_receivable(*pair.server));
  poller.add(pair.server->handle(), counter);
  poller.arm(pair.server->handle(), counter);
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::stopped);
  EXPECT_EQ(poller.wait(for_ever), reactor::Poller::Woken::stopped);
  EXPECT_EQ(counter.events, 0);
}

// Like a server's connection: when its stream ends, it takes itself out of the poller and destroys itself.
class Connection final : public reactor::Waiter {
 public:
  Connection(reactor::Poller& poller, std::unique_ptr<Stream> stream, std::atomic<int>& gone)
      : poller_(poller), stream_(std::move(stream)), gone_(gone) {
    poller_.add(stream_->handle(), *this);
    arm(poller_, *stream_, *this);
  }
  ~Connection() override { ++gone_; }
  void readable() noexcept override {
    std::byte octet{};
    while (stream_->receive({&octet, 1})) {
      if (!stream_->prepare_poll()) continue;
      poller_.arm(stream_->handle(), *this);
      return;
    }
    poller_.remove(stream_->handle());
    delete this;
  }

 private:
  reactor::Poller& poller_;
  std::unique_ptr<Stream> stream_;
  std::atomic<int>& gone_;
};

TEST_P(Conformance, AWaiterMayDestroyItselfWhenItsStreamEnds) {
  constexpr int connections = 200;
  allow_descriptors(4096);
  const auto listener = listen();
  reactor::Poller poller;
  std::atomic<int> gone{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (poller.wait(for_ever) != reactor::Poller::Woken::stopped) continue;
    });
  }
  for (int i = 0; i < connections; ++i) {
    Pair pair = connect_pair(*listener);
    new Connection(poller, std::move(pair.server), gone);
    ASSERT_TRUE(send_all(*pair.client, pattern(3)));
    pair.client->shutdown();
  }
  EXPECT_TRUE(becomes_true([&] { return gone == connections; }));
  poller.stop();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace dimma::transport
