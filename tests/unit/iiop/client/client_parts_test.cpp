// connection, demultiplexing, processing and scheduling at a client, as the system reports its threads and sockets.

#include "unit/common/system_view.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include <dimma/minor.hpp>

#include <atomic>
#include <future>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;
using test::processors_of;
using test::sockets;
using test::threads_called;

class ClientParts : public testing::Test {
 protected:
  std::shared_ptr<channel::ClientChannel> bind(const std::string& qos) {
    return ends_.bind(EngineeringQoS::parse(qos));
  }
  void expect_refused(const std::string& qos, std::string_view field) {
    try {
      bind(qos);
      ADD_FAILURE() << qos << " was not refused";
    } catch (const QoSError& error) {
      EXPECT_EQ(error.field(), field) << error.what();
    }
  }

  transport::TcpTransport tcp_;
  Ends ends_{tcp_, "127.0.0.1", {}};
};

// Each connection has a socket at either end, and both ends are in this process.
TEST_F(ClientParts, BindingsThatSayTheSameAboutTheConnectionShareIt) {
  const auto before = sockets();
  const auto first = bind("");
  const auto second = bind("messages=3,processing=pool(2),connection=shared");
  EXPECT_EQ(echo(*first, "a"), "a");
  EXPECT_EQ(echo(*second, "b"), "b");
  EXPECT_EQ(sockets(), before + 2);
  const auto other_read_ahead = bind("read-ahead=off");
  EXPECT_EQ(echo(*other_read_ahead, "c"), "c");
  EXPECT_EQ(sockets(), before + 4);
  const auto with_task = bind("demultiplexing=task");
  const auto with_task_too = bind("demultiplexing=task,processing=factory");
  EXPECT_EQ(echo(*with_task, "d"), "d");
  EXPECT_EQ(echo(*with_task_too, "e"), "e");
  EXPECT_EQ(sockets(), before + 6);
}

TEST_F(ClientParts, ThreadsThatCallHaveUpToTwoConnections) {
  const auto before = sockets();
  const auto channel = bind("");
  const auto threads_call = [](const auto& on, int threads) {
    for (int i = 0; i < threads; ++i) std::thread([&] { EXPECT_EQ(echo(*on, "a"), "a"); }).join();
  };
  EXPECT_EQ(echo(*channel, "a"), "a");
  EXPECT_EQ(echo(*channel, "b"), "b");
  EXPECT_EQ(sockets(), before + 2);
  threads_call(channel, 5);
  EXPECT_EQ(sockets(), before + 4);
  // A QoS that says something about the connection is followed.
  for (const char* const one : {"connection=shared", "processing=pool(2)", "processing=factory"}) {
    const auto keeps = bind(one);
    threads_call(keeps, 5);
    EXPECT_EQ(sockets(), before + 4) << one;
  }
}

TEST_F(ClientParts, ADedicatedConnectionIsTheBindingsOwn) {
  const auto before = sockets();
  for (const char* more : {"", ",demultiplexing=task", ",processing=pool(2)", ",processing=factory,messages=4"}) {
    SCOPED_TRACE(more);
    while (sockets() != before) std::this_thread::sleep_for(1ms);
    const auto one = bind(std::string("connection=dedicated") + more);
    const auto other = bind(std::string("connection=dedicated") + more);
    EXPECT_EQ(echo(*one, "a"), "a");
    EXPECT_EQ(echo(*other, "b"), "b");
    EXPECT_EQ(sockets(), before + 4);
    one->close();
    EXPECT_THROW(echo(*one, "closed"), CORBA::BAD_INV_ORDER);
    EXPECT_EQ(echo(*other, "c"), "c");
    other->close();
  }
  // The server closes its ends when it has noticed that the client's are closed.
  while (sockets() != before) std::this_thread::sleep_for(1ms);
}

TEST_F(ClientParts, ATaskReadsTheRepliesOfItsConnection) {
  {
    const auto channel = bind("demultiplexing=task");
    EXPECT_EQ(threads_called("dimma-demux").size(), 1U);
    const auto other = bind("demultiplexing=task");
    EXPECT_EQ(threads_called("dimma-demux").size(), 1U);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        const auto& mine = t % 2 == 0 ? channel : other;
        for (int i = 0; i < 50; ++i) {
          const auto text = std::to_string(t * 1000 + i);
          EXPECT_EQ(echo(*mine, text), text);
        }
      });
    }
    for (auto& thread : threads) thread.join();
  }
  EXPECT_EQ(threads_called("dimma-demux").size(), 0U);
}

TEST_F(ClientParts, AConnectionWithATaskThatIsLostIsOpenedAnew) {
  const auto channel = bind("demultiplexing=task");
  EXPECT_EQ(echo(*channel, "before"), "before");
  ends_.restart_server({});
  for (int i = 0; i < 100; ++i) {
    try {
      EXPECT_EQ(echo(*channel, "after"), "after");
      EXPECT_EQ(threads_called("dimma-demux").size(), 1U);
      return;
    } catch (const CORBA::TRANSIENT& closed) {
      EXPECT_EQ(closed.completed(), CORBA::COMPLETED_NO);
    }
  }
  ADD_FAILURE() << "the connection was not opened again";
}

TEST_F(ClientParts, APoolCarriesAsManyCallsAsItHasTasks) {
  std::atomic<int> now{0};
  std::atomic<int> most{0};
  ends_.adapter.on_echo = [&](const std::string&) {
    const int in_progress = ++now;
    int seen = most;
    while (in_progress > seen && !most.compare_exchange_weak(seen, in_progress)) {
    }
    std::this_thread::sleep_for(1ms);
    --now;
  };
  {
    const auto channel = bind("processing=pool(3),scheduling=name(my-pool)");
    EXPECT_EQ(threads_called("my-pool").size(), 3U);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 20; ++i) EXPECT_EQ(echo(*channel, "x"), "x");
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_LE(most, 3);
    EXPECT_EQ(threads_called("my-pool").size(), 3U);
    EXPECT_THROW(fail(*channel, "fail_user"), TestFailure);
    EXPECT_THROW(fail(*channel, "fail_system"), CORBA::NO_PERMISSION);
    note(*channel, "oneway");
    EXPECT_EQ(echo(*channel, "still there"), "still there");
  }
  EXPECT_EQ(threads_called("my-pool").size(), 0U);
}

TEST_F(ClientParts, AnEmptyPoolOfTasksWaitsOrRaises) {
  std::promise<void> entered;
  std::promise<void> release;
  auto released = release.get_future().share();
  ends_.adapter.on_echo = [&](const std::string& text) {
    if (text != "slow") return;
    entered.set_value();
    released.wait();
  };
  const auto channel = bind("processing=pool(1)");
  const auto impatient = bind("processing=pool(1),exhausted=raise");
  EXPECT_EQ(echo(*impatient, "alone"), "alone");
  auto slow = std::async(std::launch::async, [&] { return echo(*channel, "slow"); });
  entered.get_future().wait();
  try {
    echo(*channel, "second", Clock::now() + 20ms);
    ADD_FAILURE() << "no TIMEOUT";
  } catch (const CORBA::TIMEOUT& timeout) {
    EXPECT_EQ(timeout.minor(), minor::timeout_resources);
    EXPECT_EQ(timeout._detail().rfind("no task is free: pool of 1, 1 in use", 0), 0U) << timeout._detail();
  }
  entered = {};
  auto slow_too = std::async(std::launch::async, [&] { return echo(*impatient, "slow"); });
  entered.get_future().wait();
  EXPECT_THROW(echo(*impatient, "second"), CORBA::NO_RESOURCES);
  release.set_value();
  EXPECT_EQ(slow.get(), "slow");
  EXPECT_EQ(slow_too.get(), "slow");
}

TEST_F(ClientParts, AFactoryMakesATaskForEachCall) {
  std::set<pid_t> seen;
  const auto channel = bind("processing=factory,scheduling=name(per-call)");
  EXPECT_EQ(threads_called("per-call").size(), 0U);
  ends_.adapter.on_echo = [&](const std::string&) {
    const auto threads = threads_called("per-call");
    EXPECT_EQ(threads.size(), 1U);
    seen.insert(threads.begin(), threads.end());
  };
  for (int i = 0; i < 5; ++i) EXPECT_EQ(echo(*channel, "x"), "x");
  EXPECT_EQ(threads_called("per-call").size(), 0U);
  EXPECT_EQ(seen.size(), 5U);
}

TEST_F(ClientParts, TheThreadsRunWhereTheQosSays) {
  const auto mine = processors_of(0);
  const std::string cpu = std::to_string(*mine.rbegin());
  const auto channel = bind("processing=pool(2),demultiplexing=task,scheduling=cpus(" + cpu + ")+batch+name(placed)");
  EXPECT_EQ(echo(*channel, "x"), "x");
  const auto threads = threads_called("placed");
  EXPECT_EQ(threads.size(), 3U);
  for (const auto thread : threads) {
    EXPECT_EQ(processors_of(thread), (std::set<unsigned>{*mine.rbegin()}));
    EXPECT_EQ(sched_getscheduler(thread), SCHED_BATCH);
  }
  EXPECT_EQ(processors_of(0), mine);
}

TEST_F(ClientParts, AnImpossibleScheduleIsRefusedByName) {
  expect_refused("scheduling=cpus(0)", "scheduling");
  expect_refused("scheduling=name(nobody)", "scheduling");
  expect_refused("processing=nullTask,messages=1,scheduling=idle", "scheduling");
  expect_refused("processing=pool(1),scheduling=cpus(1023)", "scheduling");
  expect_refused("processing=factory,scheduling=cpus(0,1023)", "scheduling");
  expect_refused("demultiplexing=task,scheduling=cpus(1023)", "scheduling");
  EXPECT_EQ(threads_called("dimma-task").size(), 0U);
  EXPECT_EQ(threads_called("dimma-demux").size(), 0U);
}

}  // namespace
}  // namespace dimma::iiop
