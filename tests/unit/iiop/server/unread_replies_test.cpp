// Clients that do not read their replies, or read them slowly, and a server that others use meanwhile.

#include "unit/common/rounds.hpp"
#include "unit/common/system_view.hpp"
#include "unit/iiop/raw_requester.hpp"

#include "iiop/message/memory_budget.hpp"

#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <optional>
#include <thread>
#include <utility>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t reply_octets = 300'000;

class UnreadReplies : public testing::TestWithParam<ServerSubject> {
 protected:
  void serve(Settings settings = {}) {
    std::string qos = GetParam().qos;
    // Makes the system's buffers small.
    if (!is("shm")) qos += std::string(qos.empty() ? "" : ",") + "socket=send(64k)";
    ends_ = std::make_unique<Ends>(transport_called(GetParam().transport), is("tcp") ? "127.0.0.1" : "",
                                   EngineeringQoS::parse(qos), settings);
  }
  static bool is(std::string_view transport) { return GetParam().transport == transport; }
  RawRequester connect() { return RawRequester(*ends_, GetParam().transport); }
  // Makes calls, each on a connection of its own, while the replies of other connections are not read.
  void expect_others_are_answered(int calls = 4) {
    for (int i = 0; i < calls; ++i) {
      const auto channel = ends_->bind(dedicated_qos);
      EXPECT_EQ(echo(*channel, "other", Clock::now() + answered_within), "other");
      EXPECT_EQ(grow(*channel, 200'000).size(), 200'000U);
    }
  }
  std::string connections() const { return connections_of(*ends_); }
  bool comes_true(function_ref<bool()> condition) {
    for (const auto until = Clock::now() + 10s; Clock::now() < until; std::this_thread::sleep_for(5ms)) {
      if (condition()) return true;
    }
    return condition();
  }

  std::atomic<int> served_{0};  // outlives the upcalls, which may outlast their connection
  std::unique_ptr<Ends> ends_;
};

INSTANTIATE_TEST_SUITE_P(Servers, UnreadReplies,
                         testing::Values(ServerSubject{"tcp", ""}, ServerSubject{"tcp", "processing=pool(2)"},
                                         ServerSubject{"tcp", "processing=factory"},
                                         ServerSubject{"tcp", "processing=nullTask,messages=1"},
                                         ServerSubject{"unix", "processing=pool(1)"}, ServerSubject{"shm", ""}),
                         subject_name);

TEST_P(UnreadReplies, OnOneConnectionDoNotStopTheServer) {
  serve({.pool_threads_max = 4});
  auto greedy = connect();
  int requests = 0;
  while (requests < 60 && greedy.grow(reply_octets, requests % 2 == 0 ? "grow" : "swell")) ++requests;
  std::this_thread::sleep_for(100ms);  // while the monitor looks for connections to be served by more threads
  expect_others_are_answered();
  // The replies that waited arrive whole, and once each.
  std::vector<bool> seen(static_cast<std::size_t>(requests) + 1);
  for (int i = 0; i < std::min(requests, 30); ++i) {
    const auto id = greedy.read_reply();
    ASSERT_TRUE(id > 0 && id < seen.size() && !seen[id]) << id;
    seen[id] = true;
  }
}

TEST_P(UnreadReplies, OnManyConnectionsDoNotStopTheServer) {
  serve();
  std::vector<RawRequester> greedy;
  for (int i = 0; i < 100; ++i) {
    greedy.push_back(connect());
    for (int request = 0; request < 5; ++request) ASSERT_TRUE(greedy.back().grow(100'000));
  }
  expect_others_are_answered();
}

TEST_P(UnreadReplies, ThatAreShortDoNotStopTheServer) {
  serve();
  const std::string text(200, 'x');
  std::vector<RawRequester> greedy;
  for (int i = 0; i < 2; ++i) {
    greedy.push_back(connect());
    for (int request = 0; request < 1500 && greedy.back().echo(text); ++request) {
    }
  }
  expect_others_are_answered();
}

// Upcalls are slow, so that several threads serve the connection at once.
TEST_P(UnreadReplies, ToParallelRequestsDoNotStopTheServer) {
  serve();
  ends_->adapter.on_dispatch = [](std::string_view operation) {
    if (operation == "grow") std::this_thread::sleep_for(15ms);
  };
  auto greedy = connect();
  for (int request = 0; request < 16; ++request) ASSERT_TRUE(greedy.grow(100'000));
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(echo(*ends_->bind(dedicated_qos), "other", Clock::now() + answered_within), "other");
    std::this_thread::sleep_for(10ms);
  }
  for (int request = 0; request < 16; ++request) ASSERT_NE(greedy.read_reply(), 0U) << request;
}

// A thread gets the connection for the request, but leaves it unread until the replies have been taken.
TEST_P(UnreadReplies, ARequestAfterThemIsServedOnceTheyHaveBeenTaken) {
  serve();
  ends_->adapter.on_dispatch = [](std::string_view operation) {
    if (operation == "grow") std::this_thread::sleep_for(15ms);  // others read the connection meanwhile
  };
  auto client = connect();
  for (std::uint64_t round = 0; round < test::rounds(4); ++round) {
    ASSERT_TRUE(client.grow(reply_octets));
    std::this_thread::sleep_for(40ms);
    ASSERT_TRUE(client.echo("behind"));
    std::this_thread::sleep_for(10ms);
    ASSERT_NE(client.read_reply(), 0U) << round;
    ASSERT_NE(client.read_reply(), 0U) << round;
  }
}

TEST_P(UnreadReplies, SlowReadersDoNotStopTheServer) {
  serve();
  std::vector<RawRequester> slow;
  for (int i = 0; i < 70; ++i) {
    slow.push_back(connect());
    for (int request = 0; request < 5; ++request) ASSERT_TRUE(slow.back().grow(100'000));
  }
  std::atomic<bool> done{false};
  const auto reader = std::async(std::launch::async, [&] {
    while (!done) {
      for (auto& one : slow) one.read_some(64 * 1024 / 20);
      std::this_thread::sleep_for(50ms);
    }
  });
  EXPECT_NO_THROW(expect_others_are_answered());
  done = true;
}

// Whole or in parts, of any length, in order where one thread serves them.
TEST_P(UnreadReplies, AreSentWhenTheClientReads) {
  serve();
  auto late = connect();
  const Words long_reply(8'000, "forty octets of text, or not quite");
  for (std::uint32_t i = 0; i < 20; ++i) {
    ASSERT_TRUE(late.grow(std::size_t{1} << i % 20));
  }
  test::let_others_block();
  std::vector<bool> seen(21);
  for (int i = 0; i < 20; ++i) {
    const auto id = late.read_reply();
    ASSERT_TRUE(id > 0 && id < seen.size() && !seen[id]) << id;
    seen[id] = true;
  }
  for (int i = 0; i < 3; ++i) {
    late.stream().receive_timeout(0ms);
    std::thread writer([&] {
      cdr::Buffer buffer(256, mebibyte * 64);
      cdr::Encoder out(buffer, std::endian::native);
      const RequestTemplate made(2, {std::as_bytes(std::span("key", 3))});
      made.write(out, 100, "words", Response::with_target);
      const auto body = begin_body(out, 2);
      cdr::write(out, long_reply);
      end_message(out, body);
      iovec piece{buffer.data(), out.size()};
      EXPECT_TRUE(late.stream().send({&piece, 1}, Clock::now() + 10s));
    });
    writer.join();
    test::let_others_block();
    MessageHeader header;
    std::vector<std::byte> message;
    ASSERT_TRUE(late.read(header, message));
    ASSERT_EQ(header.type, MessageType::reply);
    // The reply header: id, status, no contexts. It ends at a multiple of 8, so the words follow without padding.
    auto in = body_of(header, message, CORBA::COMPLETED_YES);
    EXPECT_EQ(in.get<std::uint32_t>(), 100U);
    EXPECT_EQ(in.get<std::uint32_t>(), 0U);
    EXPECT_EQ(in.get<std::uint32_t>(), 0U);
    EXPECT_EQ(cdr::read<Words>(in).size(), long_reply.size());
  }
}

TEST_P(UnreadReplies, CostTheConnectionAfterATime) {
  serve({.send_timeout = 100ms});
  auto greedy = connect();
  int requests = 0;
  while (requests < 8 && greedy.grow(reply_octets)) ++requests;
  EXPECT_GT(requests, 0);
  EXPECT_TRUE(comes_true([&] { return connections().find("1 closed because") != std::string::npos; })) << connections();
  EXPECT_TRUE(comes_true([&] { return connections().starts_with("0 now"); })) << connections();
  while (greedy.read_some(mebibyte) != 0) {
  }
  EXPECT_EQ(greedy.read_reply(), 0U);
}

TEST_P(UnreadReplies, AreDescribed) {
  serve();
  auto greedy = connect();
  for (int request = 0; request < 8; ++request) ASSERT_TRUE(greedy.grow(reply_octets));
  EXPECT_TRUE(comes_true([&] { return connections().find("; 1 with unsent replies") != std::string::npos; }))
      << connections();
}

TEST_P(UnreadReplies, HoldUpAShutdownNotForLong) {
  serve({.drain_timeout = 100ms});
  std::vector<RawRequester> greedy;
  for (int i = 0; i < 10; ++i) {
    greedy.push_back(connect());
    for (int request = 0; request < 8; ++request) ASSERT_TRUE(greedy.back().grow(reply_octets));
  }
  expect_others_are_answered(1);
  const auto begun = Clock::now();
  ends_->server->close();
  EXPECT_LT(Clock::now() - begun, answered_within);
}

TEST_P(UnreadReplies, AreWaitedForByAShutdown) {
  serve({.drain_timeout = 20s});
  auto late = connect();
  ASSERT_TRUE(late.grow(3 * mebibyte));
  ASSERT_TRUE(comes_true([&] { return connections().find("; 1 with unsent replies") != std::string::npos; }));
  std::thread closing([this] { ends_->server->close(); });
  test::let_others_block();
  EXPECT_EQ(late.read_reply(), 1U);
  MessageHeader header;
  std::vector<std::byte> message;
  EXPECT_TRUE(late.read(header, message));
  EXPECT_EQ(header.type, MessageType::close_connection);
  closing.join();
}

// The replies of the requests in progress exceed the limit of unsent octets.
TEST_P(UnreadReplies, BeyondTheLimitCostTheConnection) {
  serve({.message_octets_max = mebibyte, .send_timeout = 100ms});
  ends_->adapter.on_dispatch = [](std::string_view operation) {
    if (operation == "grow") std::this_thread::sleep_for(15ms);
  };
  auto greedy = connect();
  for (int request = 0; request < 40 && greedy.grow(900'000); ++request) {
  }
  EXPECT_EQ(echo(*ends_->bind(dedicated_qos), "other", Clock::now() + answered_within), "other");
  EXPECT_TRUE(comes_true([&] { return connections().starts_with("0 now"); })) << connections();
  EXPECT_NE(connections().find("closed because their clients"), std::string::npos) << connections();
}

// A request that has been received is not served once its client has gone.
TEST_P(UnreadReplies, EndTheRequestsOfAClientThatHasGone) {
  serve();
  ends_->adapter.on_dispatch = [this](std::string_view) { ++served_; };
  std::optional<RawRequester> greedy(connect());
  ASSERT_TRUE(greedy->grow_often(mebibyte, 40));
  ASSERT_TRUE(comes_true([&] { return connections().find("; 1 with unsent replies") != std::string::npos; }));
  int before = 0;
  do {
    before = served_;
    test::let_others_block();
    std::this_thread::sleep_for(20ms);
  } while (served_ != before);
  greedy.reset();
  ASSERT_TRUE(comes_true([&] { return connections().starts_with("0 now"); })) << connections();
  EXPECT_EQ(served_, before);
}

// The replies of all connections together stay within the limit for all.
TEST_P(UnreadReplies, StayWithinTheLimitForAllConnections) {
  if (std::string_view(GetParam().qos).starts_with("processing=nullTask")) return;  // nothing is queued
  constexpr int clients = 20;
  Settings settings{.message_octets_max = mebibyte};
  settings.memory = std::make_shared<MemoryBudget>(2 * mebibyte, 4 * mebibyte);
  serve(settings);
  {
    std::vector<RawRequester> greedy;
    for (int i = 0; i < clients; ++i) {
      greedy.push_back(connect());
      ASSERT_TRUE(greedy.back().grow(900'000));
    }
    EXPECT_TRUE(comes_true([&] {
      return settings.memory->refusals() + settings.memory->connections_ended() >= clients / 2;
    })) << settings.memory->refusals()
        << " + " << settings.memory->connections_ended();
    EXPECT_GE(settings.memory->octets_peak(), 2 * mebibyte);
    expect_others_are_answered(1);
  }
  EXPECT_TRUE(comes_true([&] { return settings.memory->octets() == 0; })) << settings.memory->octets();
}

}  // namespace
}  // namespace dimma::iiop
