// processing, messages and scheduling at a server, as the system reports its threads and its clients notice.

#include "unit/common/system_view.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include <dimma/minor.hpp>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;
using test::processors_of;
using test::threads_called;

// Counts the upcalls that run at the same time.
class Together {
 public:
  void operator()(std::chrono::milliseconds stay) {
    const int in_progress = ++now_;
    int seen = most_;
    while (in_progress > seen && !most_.compare_exchange_weak(seen, in_progress)) {
    }
    std::this_thread::sleep_for(stay);
    --now_;
  }
  int most() const { return most_; }

 private:
  std::atomic<int> now_{0};
  std::atomic<int> most_{0};
};

std::string fact(const channel::ServerEndpoint& server, std::string_view name) {
  for (const auto& fact : server.describe()) {
    if (fact.name == name) return fact.value + "; " + fact.usage;
  }
  return {};
}

class ServerParts : public testing::Test {
 protected:
  Ends& serve(const std::string& qos, Settings settings = {}) {
    ends_ = std::make_unique<Ends>(tcp_, "127.0.0.1", EngineeringQoS::parse(qos), settings);
    return *ends_;
  }
  // Makes `calls` calls from each of `threads` threads through one channel.
  void call_from_many(channel::ClientChannel& channel, int threads, int calls) {
    std::vector<std::thread> callers;
    for (int t = 0; t < threads; ++t) {
      callers.emplace_back([&channel, t, calls] {
        for (int i = 0; i < calls; ++i) {
          const auto text = std::to_string(t) + '/' + std::to_string(i);
          EXPECT_EQ(echo(channel, text), text);
        }
      });
    }
    for (auto& caller : callers) caller.join();
  }

  transport::TcpTransport tcp_;
  std::unique_ptr<Ends> ends_;
};

// Clients come and go faster than their threads: there are never more threads than the QoS says, and all clients are
// served.
TEST_F(ServerParts, NullTaskHasNoMoreThreadsThanItSays) {
  auto& ends = serve("processing=nullTask(3),scheduling=name(each)");
  std::atomic<std::size_t> most{0};
  ends.adapter.on_echo = [&](const std::string&) {
    const std::size_t now = threads_called("each").size();
    std::size_t seen = most;
    while (now > seen && !most.compare_exchange_weak(seen, now)) {
    }
  };
  std::vector<std::thread> clients;
  for (int client = 0; client < 8; ++client) {
    clients.emplace_back([&ends] {
      for (int round = 0; round < 15; ++round) {
        const auto channel = ends.bind(dedicated_qos);
        EXPECT_EQ(echo(*channel, "there"), "there");
        channel->close();
      }
    });
  }
  for (auto& client : clients) client.join();
  // The acceptor, three connections, and the last that ended, which the next joins.
  EXPECT_LE(most, 5U);
  EXPECT_NE(fact(*ends.server, "threads").find("accepting waited for a free thread"), std::string::npos)
      << fact(*ends.server, "threads");
}

TEST_F(ServerParts, APoolHasAsManyThreadsAsItSays) {
  auto& ends = serve("processing=pool(3),scheduling=name(three)");
  EXPECT_EQ(threads_called("three").size(), 3U);
  Together together;
  ends.adapter.on_echo = [&](const std::string&) { together(1ms); };
  std::vector<std::shared_ptr<channel::ClientChannel>> channels;
  for (int i = 0; i < 8; ++i) channels.push_back(ends.bind(dedicated_qos));
  std::vector<std::thread> callers;
  for (auto& channel : channels) {
    callers.emplace_back([&channel] {
      for (int i = 0; i < 20; ++i) EXPECT_EQ(echo(*channel, "x"), "x");
    });
  }
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(threads_called("three").size(), 3U);
  EXPECT_LE(together.most(), 3);
  EXPECT_GE(together.most(), 2);
  EXPECT_NE(fact(*ends.server, "threads").find("3 now"), std::string::npos) << fact(*ends.server, "threads");
  ends_.reset();
  EXPECT_EQ(threads_called("three").size(), 0U);
}

// Clients that call now and then keep no thread, however many they are; a client that calls again at once keeps one.
TEST_F(ServerParts, AThreadStaysWithAClientOnlyIfThatPays) {
  Settings settings;
  settings.linger = 10min;
  auto& ends = serve("processing=pool(4)", settings);
  const auto busy_becomes = [&](std::string_view count, Clock::duration within = 20s) {
    const auto until = Clock::now() + within;
    while (fact(*ends.server, "threads").find(count) == std::string::npos) {
      if (Clock::now() > until) return false;
      std::this_thread::sleep_for(1ms);
    }
    return true;
  };
  std::vector<std::shared_ptr<channel::ClientChannel>> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(ends.bind(dedicated_qos));
    EXPECT_EQ(echo(*clients.back(), "seldom"), "seldom");
  }
  EXPECT_TRUE(busy_becomes(" 0 busy")) << fact(*ends.server, "threads");
  std::this_thread::sleep_for(2ms);
  for (auto& client : clients) EXPECT_EQ(echo(*client, "again"), "again");
  EXPECT_TRUE(busy_becomes(" 0 busy")) << fact(*ends.server, "threads");

  // On a busy machine the last calls of a burst can be too far apart.
  bool stays = false;
  for (int burst = 0; burst < 100 && !stays; ++burst) {
    for (int i = 0; i < 200; ++i) EXPECT_EQ(echo(*clients.front(), "often"), "often");
    stays = busy_becomes(" 1 busy", 100ms);
  }
  EXPECT_TRUE(stays) << fact(*ends.server, "threads");
}

TEST_F(ServerParts, APoolServesNestedCallsDeeperThanItHasThreads) {
  for (const char* qos : {"processing=pool(1)", "processing=pool(2),messages=1", "processing=pool(1),read-ahead=off"}) {
    SCOPED_TRACE(qos);
    auto& ends = serve(std::string(qos) + ",scheduling=name(nesting)");
    const auto nested = ends.bind({});
    std::atomic<std::size_t> threads_max{0};
    ends.adapter.on_echo = [&](const std::string& text) {
      threads_max = std::max(threads_max.load(), threads_called("nesting").size());
      if (text.size() >= 6) return;
      EXPECT_EQ(echo(*nested, text + "."), text + ".");
    };
    const auto least = threads_called("nesting").size();
    EXPECT_EQ(echo(*nested, ""), "");
    EXPECT_GT(threads_max, least);
    // Stand-ins end, at the latest when they are woken next.
    for (int i = 0; i < 1000 && threads_called("nesting").size() > least; ++i) {
      ends.adapter.on_echo = [](const std::string&) {};
      EXPECT_EQ(echo(*nested, "quick"), "quick");
    }
    EXPECT_EQ(threads_called("nesting").size(), least);
  }
}

TEST_F(ServerParts, TheSharedPoolServesNestedCallsDeeperThanItsLimit) {
  auto& ends = serve("", {.pool_threads_max = 2});
  const auto nested = ends.bind({});
  ends.adapter.on_echo = [&](const std::string& text) {
    if (text.size() >= 8) return;
    EXPECT_EQ(echo(*nested, text + "."), text + ".");
  };
  EXPECT_EQ(echo(*nested, ""), "");
}

TEST_F(ServerParts, AFactoryMakesAThreadForEachRequest) {
  auto& ends = serve("processing=factory");
  std::mutex mutex;
  std::set<pid_t> threads;
  Together together;
  ends.adapter.on_echo = [&](const std::string&) {
    {
      const std::lock_guard lock(mutex);
      threads.insert(gettid());
    }
    together(2ms);
  };
  const auto channel = ends.bind({});
  call_from_many(*channel, 4, 5);
  EXPECT_EQ(threads.size(), 20U);
  EXPECT_GE(together.most(), 2);
  EXPECT_THROW(fail(*channel, "fail_user"), TestFailure);
  EXPECT_THROW(fail(*channel, "fail_system"), CORBA::NO_PERMISSION);
  EXPECT_EQ(bulk(*channel, std::vector<std::uint8_t>(3'000'000, 7)), std::vector<std::uint8_t>(3'000'000, 7));
  while (!threads_called("dimma-request").empty()) std::this_thread::yield();
}

TEST_F(ServerParts, AFactoryKeepsTheOrderOfOneways) {
  auto& ends = serve("processing=factory");
  std::mutex mutex;
  std::vector<std::string> seen;
  ends.adapter.on_note = [&](const std::string& text) {
    const std::lock_guard lock(mutex);
    seen.push_back(text);
  };
  const auto channel = ends.bind({});
  std::vector<std::string> sent;
  for (int i = 0; i < 200; ++i) {
    sent.push_back(std::to_string(i));
    note(*channel, sent.back());
  }
  EXPECT_EQ(echo(*channel, "drained"), "drained");
  EXPECT_EQ(seen, sent);
}

// Longer than the monitor needs to find an upcall slow. A machine that gives the server no processor may take it for
// really slow, but not each time.
TEST_F(ServerParts, APoolKeepsTheOrderOfOnewaysThatTakeAMoment) {
  auto& ends = serve("");
  std::mutex mutex;
  std::vector<std::string> seen;
  ends.adapter.on_note = [&](const std::string& text) {
    if (text == "first") std::this_thread::sleep_for(40ms);
    const std::lock_guard lock(mutex);
    seen.push_back(text);
  };
  const auto channel = ends.bind({});
  const std::vector<std::string> sent{"first", "second"};
  const auto both_seen = [&] {
    const std::lock_guard lock(mutex);
    return seen.size() == sent.size();
  };
  const auto stay_in_order = [&] {
    seen.clear();
    for (const auto& text : sent) note(*channel, text);
    while (!both_seen()) std::this_thread::yield();
    return seen == sent;
  };
  int tries = 5;
  while (!stay_in_order() && --tries != 0) std::this_thread::sleep_for(200ms);
  EXPECT_NE(tries, 0);
}

TEST_F(ServerParts, APoolLetsOthersPassAOnewayThatTakesLong) {
  auto& ends = serve("");
  std::promise<void> passed;
  std::promise<bool> was_passed;
  ends.adapter.on_note = [&](const std::string&) {
    was_passed.set_value(passed.get_future().wait_for(60s) == std::future_status::ready);
  };
  const auto channel = ends.bind({});
  note(*channel, "long");
  EXPECT_EQ(echo(*channel, "passes"), "passes");
  passed.set_value();
  EXPECT_TRUE(was_passed.get_future().get());
}

// For calls of several threads over the same connection.
const EngineeringQoS one_connection{.connection = Connection::shared};

class ServerLimits : public ServerParts, public testing::WithParamInterface<const char*> {};
std::string processing_name(const testing::TestParamInfo<const char*>& with) {
  constexpr const char* names[] = {"SharedPool", "PoolOfFour", "Factory"};
  return names[with.index];
}
INSTANTIATE_TEST_SUITE_P(All, ServerLimits, testing::Values("", "processing=pool(4),", "processing=factory,"),
                         processing_name);

TEST_P(ServerLimits, LimitTheRequestsOfAConnectionServedAtOnce) {
  auto& ends = serve(std::string(GetParam()) + "messages=2");
  Together together;
  ends.adapter.on_echo = [&](const std::string&) { together(2ms); };
  const auto channel = ends.bind(one_connection);
  call_from_many(*channel, 8, 10);
  EXPECT_LE(together.most(), 2);
}

TEST_P(ServerLimits, AreOfEachConnection) {
  auto& ends = serve(std::string(GetParam()) + "messages=1");
  std::atomic<int> entered{0};
  // Each waits for the other.
  ends.adapter.on_echo = [&](const std::string&) {
    ++entered;
    while (entered < 2) std::this_thread::yield();
  };
  const auto one = ends.bind(dedicated_qos);
  const auto other = ends.bind(dedicated_qos);
  auto call = std::async(std::launch::async, [&] { return echo(*one, "one"); });
  EXPECT_EQ(echo(*other, "other"), "other");
  EXPECT_EQ(call.get(), "one");
}

TEST_P(ServerLimits, OrRefuseMore) {
  auto& ends = serve(std::string(GetParam()) + "messages=1,exhausted=raise");
  std::promise<void> entered;
  std::promise<void> release;
  auto released = release.get_future().share();
  ends.adapter.on_echo = [&](const std::string& text) {
    if (text != "slow") return;
    entered.set_value();
    released.wait();
  };
  const auto channel = ends.bind(one_connection);
  auto slow = std::async(std::launch::async, [&] { return echo(*channel, "slow"); });
  entered.get_future().wait();
  try {
    echo(*channel, "second");
    ADD_FAILURE() << "not refused";
  } catch (const CORBA::NO_RESOURCES& refused) {
    EXPECT_EQ(refused.minor(), minor::no_resources_exhausted);
    EXPECT_EQ(refused.completed(), CORBA::COMPLETED_NO);
  }
  release.set_value();
  EXPECT_EQ(slow.get(), "slow");
  EXPECT_EQ(echo(*channel, "third"), "third");
  EXPECT_NE(fact(*ends.server, "messages").find("1 refused"), std::string::npos) << fact(*ends.server, "messages");
}

TEST_P(ServerLimits, DoNotCountWhatWaitsForACallOfItsOwn) {
  for (const char* more : {"", ",exhausted=raise"}) {
    SCOPED_TRACE(more);
    auto& ends = serve(std::string(GetParam()) + "messages=1" + more);
    const auto nested = ends.bind({});
    ends.adapter.on_echo = [&](const std::string& text) {
      if (text.size() >= 4) return;
      EXPECT_EQ(echo(*nested, text + "."), text + ".");
    };
    EXPECT_EQ(echo(*nested, ""), "");
  }
}

TEST_P(ServerLimits, LetAServerCloseInOrder) {
  auto& ends = serve(std::string(GetParam()) + "messages=1");
  ends.adapter.on_echo = [&](const std::string&) { std::this_thread::sleep_for(5ms); };
  const auto channel = ends.bind({});
  std::vector<std::thread> callers;
  for (int t = 0; t < 4; ++t) {
    callers.emplace_back([&channel] {
      try {
        echo(*channel, "x");
      } catch (const CORBA::TRANSIENT& closed) {
        EXPECT_EQ(closed.completed(), CORBA::COMPLETED_NO);
      }
    });
  }
  std::this_thread::sleep_for(7ms);
  ends.server->close();
  for (auto& caller : callers) caller.join();
}

// Only a thread that polls all the time uses more and more processor time while there are no calls.
TEST_F(ServerParts, APoolThatSpinsNeverSleeps) {
  auto& ends = serve("processing=pool(1),wait=spin,scheduling=name(spinning)");
  const auto channel = ends.bind({});
  call_from_many(*channel, 2, 10);
  const auto spinning = threads_called("spinning");
  ASSERT_EQ(spinning.size(), 1U);
  const auto ticks = test::ticks_of(spinning[0]);
  for (int i = 0; i < 2000 && test::ticks_of(spinning[0]) < ticks + 5; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_GE(test::ticks_of(spinning[0]), ticks + 5);
  EXPECT_EQ(echo(*channel, "x"), "x");
}

TEST_F(ServerParts, EveryPoolServesHoweverItWaits) {
  for (const char* processing : {"", "processing=pool(2),", "processing=factory,", "processing=nullTask,"}) {
    for (const char* wait : {"wait=spin", "wait=adaptive(20)"}) {
      SCOPED_TRACE(std::string(processing) + wait);
      auto& ends = serve(std::string(processing) + wait);
      const auto channel = ends.bind(dedicated_qos);
      call_from_many(*ends.bind({}), 3, 20);
      EXPECT_EQ(echo(*channel, "x"), "x");
    }
  }
}

TEST_F(ServerParts, TheThreadsRunWhereTheQosSays) {
  const auto cpu = *processors_of(0).rbegin();
  const std::string where = "scheduling=cpus(" + std::to_string(cpu) + ")+idle+name(placed)";
  for (const char* processing : {"", "processing=nullTask,", "processing=pool(2),", "processing=factory,"}) {
    SCOPED_TRACE(processing);
    auto& ends = serve(processing + where);
    std::atomic<int> placed{0};
    ends.adapter.on_echo = [&](const std::string&) {
      if (processors_of(0) == std::set<unsigned>{cpu} && sched_getscheduler(0) == SCHED_IDLE) ++placed;
    };
    const auto channel = ends.bind({});
    call_from_many(*channel, 2, 3);
    EXPECT_EQ(placed, 6);
  }
}

TEST_F(ServerParts, FieldsThatAServerCannotHaveAreRefusedByName) {
  const auto expect_refused = [this](const char* qos, std::string_view field) {
    try {
      serve(qos);
      ADD_FAILURE() << qos << " was not refused";
    } catch (const QoSError& error) {
      EXPECT_EQ(error.field(), field) << error.what();
    }
  };
  expect_refused("deadline=1s", "deadline");
  expect_refused("demultiplexing=task", "demultiplexing");
  expect_refused("connection=dedicated", "connection");
  expect_refused("processing=pool(2),scheduling=cpus(1023)", "scheduling");
  expect_refused("processing=factory,scheduling=cpus(1023)", "scheduling");
  expect_refused("processing=nullTask,messages=2", "messages");
}

}  // namespace
}  // namespace dimma::iiop
