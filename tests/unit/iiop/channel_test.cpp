// The four combinations of channels, over TCP and in memory: calls, exceptions, concurrency, nesting, closing.

#include "unit/iiop/channel_fixture.hpp"

#include <atomic>
#include <future>
#include <mutex>
#include <random>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

struct Combination {
  const char* name;
  bool tcp;
  EngineeringQoS client;
  EngineeringQoS server;
};

class Channels : public testing::TestWithParam<Combination> {
 protected:
  transport::Transport& transport() {
    if (GetParam().tcp) return tcp_;
    return memory_;
  }
  std::unique_ptr<Ends> make(const Settings& settings = {}) {
    return std::make_unique<Ends>(transport(), GetParam().tcp ? "127.0.0.1" : "here", GetParam().server, settings);
  }

 private:
  transport::TcpTransport tcp_;
  transport::MemoryNetwork network_;
  transport::MemoryTransport memory_{network_, "tcp"};
};

const EngineeringQoS server_dedicated{.processing_concurrency = ProcessingConcurrency::null_task};

INSTANTIATE_TEST_SUITE_P(All, Channels,
                         testing::Values(Combination{"TcpNone", true, shared_qos, shared_qos},
                                         Combination{"TcpClient", true, dedicated_qos, shared_qos},
                                         Combination{"TcpServer", true, shared_qos, server_dedicated},
                                         Combination{"TcpFull", true, dedicated_qos, dedicated_qos},
                                         Combination{"MemoryNone", false, shared_qos, shared_qos},
                                         Combination{"MemoryFull", false, dedicated_qos, dedicated_qos}),
                         [](const auto& combination) { return combination.param.name; });

TEST_P(Channels, CallInEveryVersionAndByteOrder) {
  for (std::uint8_t minor = 0; minor <= 2; ++minor) {
    for (const auto order : {std::endian::little, std::endian::big}) {
      SCOPED_TRACE(std::to_string(minor));
      auto ends = make({.giop_minor = minor, .byte_order = order});
      const auto channel = ends->bind(GetParam().client);
      EXPECT_EQ(echo(*channel, "hello"), "hello");
      EXPECT_EQ(echo(*channel, ""), "");
    }
  }
}

TEST_P(Channels, RaiseWhatTheServerRaises) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  try {
    fail(*channel, "fail_user");
    ADD_FAILURE() << "nothing was raised";
  } catch (const TestFailure& failure) {
    EXPECT_EQ(failure.code, 17);
  }
  try {
    fail(*channel, "fail_system");
    ADD_FAILURE() << "nothing was raised";
  } catch (const CORBA::NO_PERMISSION& refused) {
    EXPECT_EQ(refused.minor(), 5U);
    EXPECT_EQ(refused.completed(), CORBA::COMPLETED_YES);
  }
  EXPECT_THROW(fail(*channel, "no_such"), CORBA::BAD_OPERATION);
  EXPECT_EQ(echo(*channel, "still there"), "still there");
}

// The kind of one message says nothing about the next.
TEST_P(Channels, CarryMessagesOfEveryKindInAnyOrder) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  std::atomic<unsigned> noted = 0;
  ends->adapter.on_note = [&](const std::string& text) { noted += static_cast<unsigned>(text.size()); };
  unsigned sent = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (unsigned turn = 0; turn < 60; ++turn) {
      const auto octets = static_cast<std::size_t>(random() % (turn % 20 == 0 ? 200'000 : 50));
      const std::string text(octets, static_cast<char>('a' + turn % 26));
      switch (random() % 8) {
        case 0:
          sent += static_cast<unsigned>(text.size());
          note(*channel, text);
          break;
        case 1:
          EXPECT_EQ(grow(*channel, static_cast<std::uint32_t>(octets)).size(), octets);
          break;
        case 2:
          EXPECT_THROW(fail(*channel, "fail_user"), TestFailure);
          break;
        case 3:
          EXPECT_THROW(fail(*channel, "no_such"), CORBA::BAD_OPERATION);
          break;
        case 4:
          EXPECT_EQ(words(*channel, {text, "b"}), (Words{text, "b"}));
          break;
        case 5: {
          channel::Outcome forward;
          EXPECT_EQ(channel->locate(forward, no_deadline), channel::Located::object_here);
          break;
        }
        default:
          EXPECT_EQ(echo(*channel, text), text);
      }
    }
  }
  echo(*channel, "the last, so that all notes have come");
  EXPECT_EQ(noted, sent);
}

TEST_P(Channels, RaiseFromTheArgumentsWithoutHarm) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  EXPECT_THROW(echo(*channel, std::string("a\0b", 3)), CORBA::BAD_PARAM);
  EXPECT_EQ(echo(*channel, "still there"), "still there");
}

TEST_P(Channels, KeepTheOrderOfOneways) {
  auto ends = make();
  std::mutex mutex;
  std::vector<std::string> seen;
  ends->adapter.on_note = [&](const std::string& text) {
    const std::lock_guard lock(mutex);
    seen.push_back(text);
  };
  const auto channel = ends->bind(GetParam().client);
  std::vector<std::string> sent;
  for (int i = 0; i < 500; ++i) {
    sent.push_back(std::to_string(i));
    note(*channel, sent.back());
  }
  EXPECT_EQ(echo(*channel, "drained"), "drained");
  const std::lock_guard lock(mutex);
  EXPECT_EQ(seen, sent);
}

TEST_P(Channels, CarryCallsOfManyThreads) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        const auto text = std::to_string(t) + "/" + std::to_string(i) + std::string(static_cast<std::size_t>(i), 'x');
        if (echo(*channel, text) == text) ++right;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 800);
}

TEST_P(Channels, CarryLargeMessagesInFragments) {
  auto ends = make({.fragment_octets = 100'000});
  const auto channel = ends->bind(GetParam().client);
  std::vector<std::uint8_t> octets(3'000'000);
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<std::uint8_t>(i * 7);
  EXPECT_EQ(bulk(*channel, octets), octets);
  EXPECT_EQ(echo(*channel, "small again"), "small again");
}

TEST_P(Channels, CarryLargeMessagesFromWhereTheyLie) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  for (const std::size_t more : {0U, 1U, 7U, 900'001U}) {
    std::vector<std::uint8_t> octets(cdr::ExternalBlock::octets_min + more);
    for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<std::uint8_t>(i * 7 + more);
    EXPECT_TRUE(bulk(*channel, octets) == octets);
    EXPECT_EQ(echo(*channel, "small"), "small");
  }
}

TEST_P(Channels, RefuseAMessageAboveTheLimitBeforeItIsSent) {
  auto ends = make({.message_octets_max = 100'000});
  const auto channel = ends->bind(GetParam().client);
  EXPECT_THROW(bulk(*channel, std::vector<std::uint8_t>(200'000)), CORBA::MARSHAL);
  EXPECT_EQ(echo(*channel, "small"), "small");
}

TEST_P(Channels, LetANestedCallComeBack) {
  auto ends = make();
  // The upcall calls its own server through a shared channel: over the connection on which it is served, if the
  // client's channel is the shared one too.
  const auto nested = ends->bind(shared_qos);
  ends->adapter.on_echo = [&](const std::string& text) {
    if (text.size() >= 6) return;
    EXPECT_EQ(echo(*nested, text + "."), text + ".");
  };
  const auto channel = ends->bind(GetParam().client);
  EXPECT_EQ(echo(*channel, ""), "");
  EXPECT_EQ(echo(*channel, ""), "");
}

TEST_P(Channels, GiveUpACallAtItsDeadlineAndGoOn) {
  std::promise<void> release;
  auto released = release.get_future().share();
  auto ends = make();  // destroyed first, so that its upcalls end before what they use
  ends->adapter.on_echo = [&](const std::string& text) {
    if (text == "slow") released.wait();
  };
  const auto channel = ends->bind(GetParam().client);
  try {
    echo(*channel, "slow", Clock::now() + 50ms);
    ADD_FAILURE() << "no TIMEOUT";
  } catch (const CORBA::TIMEOUT& timeout) {
    EXPECT_EQ(timeout.completed(), CORBA::COMPLETED_MAYBE);
  }
  release.set_value();
  EXPECT_EQ(echo(*channel, "quick"), "quick");
}

TEST_P(Channels, TellWhenTheServerClosesAndOpenAgain) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  EXPECT_EQ(echo(*channel, "before"), "before");
  ends->restart_server(GetParam().server);
  // The request meets CloseConnection: it was certainly not served, and the next one goes over a new connection.
  try {
    echo(*channel, "lost");
  } catch (const CORBA::TRANSIENT& transient) {
    EXPECT_EQ(transient.completed(), CORBA::COMPLETED_NO);
  }
  EXPECT_EQ(echo(*channel, "after"), "after");
}

TEST_P(Channels, LocateObjects) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  channel::Outcome forward;
  EXPECT_EQ(channel->locate(forward, no_deadline), channel::Located::object_here);
  ends->profile = ends->server->profiles(std::as_bytes(std::span("nothing", 7))).front();
  EXPECT_EQ(ends->bind(GetParam().client)->locate(forward, no_deadline), channel::Located::unknown_object);
}

TEST_P(Channels, RefuseCallsAfterClose) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  channel->close();
  EXPECT_THROW(echo(*channel, "late"), CORBA::BAD_INV_ORDER);
  EXPECT_EQ(echo(*ends->bind(GetParam().client), "another"), "another");
}

// Another thread may shut the ORB down while a binding is being made.
TEST(SharedChannels, RefuseCallsWhenTheyAreMadeAfterTheShutdown) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", shared_qos);
  ends.binder->shutdown();
  EXPECT_THROW(echo(*ends.bind(shared_qos), "late"), CORBA::BAD_INV_ORDER);
}

TEST_P(Channels, FailCallsInProgressWhenTheServerDies) {
  auto ends = make();
  std::promise<void> entered;
  std::promise<void> release;
  ends->adapter.on_echo = [&](const std::string& text) {
    if (text != "doomed") return;
    entered.set_value();
    release.get_future().wait();
  };
  const auto channel = ends->bind(GetParam().client);
  auto call = std::async(std::launch::async, [&] { return echo(*channel, "doomed"); });
  entered.get_future().wait();
  // Closing waits for the upcall: its reply still arrives.
  auto closing = std::async(std::launch::async, [&] { ends->server->close(); });
  release.set_value();
  EXPECT_EQ(call.get(), "doomed");
  closing.get();
}

TEST_P(Channels, DescribeWhatTheyAreMadeOf) {
  auto ends = make();
  const auto channel = ends->bind(GetParam().client);
  const auto has = [](const std::vector<channel::Fact>& facts, std::string_view name, std::string_view part) {
    return std::any_of(facts.begin(), facts.end(), [&](const channel::Fact& fact) {
      return fact.name == name && (fact.value + "; " + fact.usage).find(part) != std::string::npos;
    });
  };
  const bool dedicated = GetParam().client.is_dedicated();
  EXPECT_TRUE(has(channel->describe(), "connection", dedicated ? "dedicated" : "shared"));
  EXPECT_TRUE(has(ends->server->describe(), "processing", GetParam().server.is_null_task() ? "nullTask" : "pool"));
}

// A slow upcall must not stop its connection from being read: the request that it waits for uses the same connection.
TEST(PooledServer, ServesOthersOfTheSameConnectionBesideASlowUpcall) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", shared_qos);
  std::promise<void> second_served;
  auto served = second_served.get_future().share();
  ends.adapter.on_echo = [&](const std::string& text) {
    if (text == "first") served.wait();
    if (text == "second") second_served.set_value();
  };
  const auto channel = ends.bind(shared_qos);
  auto first = std::async(std::launch::async, [&] { return echo(*channel, "first"); });
  auto second = std::async(std::launch::async, [&] {
    std::this_thread::sleep_for(5ms);
    return echo(*channel, "second");
  });
  EXPECT_EQ(second.get(), "second");
  EXPECT_EQ(first.get(), "first");
}

TEST(PooledServer, ServesMoreConnectionsThanThreads) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", shared_qos, {.pool_threads_max = 2});
  std::vector<std::shared_ptr<channel::ClientChannel>> channels;
  for (int i = 0; i < 20; ++i) channels.push_back(ends.bind(dedicated_qos));
  for (int round = 0; round < 5; ++round) {
    for (auto& channel : channels) EXPECT_EQ(echo(*channel, "x"), "x");
  }
}

TEST(Assembly, RefusesByNameWhatIsNotBuiltYet) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", shared_qos);
  for (const char* text : {"transport=tls"}) {
    SCOPED_TRACE(text);
    try {
      ends.bind(EngineeringQoS::parse(text));
      ADD_FAILURE() << "not refused";
    } catch (const QoSError& error) {
      EXPECT_EQ(error.field(), std::string(text).substr(0, std::string(text).find('=')));
    }
  }
}

}  // namespace
}  // namespace dimma::iiop
