// messages, exhausted and deadline at a client: how many calls are in progress, and how long one waits.

#include "unit/iiop/channel_fixture.hpp"

#include <dimma/minor.hpp>

#include <atomic>
#include <future>
#include <latch>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

std::string fact(const channel::ClientChannel& channel, std::string_view name) {
  for (const auto& fact : channel.describe()) {
    if (fact.name == name) return fact.value + "; " + fact.usage;
  }
  return {};
}

class Limits : public testing::TestWithParam<const char*> {
 protected:
  std::shared_ptr<channel::ClientChannel> bind(const std::string& more = "") {
    return ends_.bind(EngineeringQoS::parse(GetParam() + more));
  }
  // A call that is in progress until release().
  std::future<std::string> begin_slow(channel::ClientChannel& channel) {
    auto call = std::async(std::launch::async, [&channel] { return echo(channel, "slow"); });
    entered_.get_future().wait();
    return call;
  }
  void release() { release_.set_value(); }

  void SetUp() override {
    ends_.adapter.on_echo = [this](const std::string& text) {
      if (text != "slow") return;
      entered_.set_value();
      released_.wait();
    };
  }

  std::promise<void> entered_;
  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
  transport::TcpTransport tcp_;
  Ends ends_{tcp_, "127.0.0.1", {}, {.nested_wait = 50ms}};
};
INSTANTIATE_TEST_SUITE_P(All, Limits, testing::Values("messages=1", "processing=nullTask,messages=1"),
                         [](const auto& with) { return with.index == 0 ? "Shared" : "NullTask"; });

TEST_P(Limits, OneMoreCallWaitsForTheOneInProgress) {
  const auto channel = bind();
  auto slow = begin_slow(*channel);
  auto second = std::async(std::launch::async, [&] { return echo(*channel, "second"); });
  while (fact(*channel, "messages").find("1 waited") == std::string::npos) std::this_thread::yield();
  EXPECT_NE(second.wait_for(0ms), std::future_status::ready);
  release();
  EXPECT_EQ(second.get(), "second");
  EXPECT_EQ(slow.get(), "slow");
  EXPECT_NE(fact(*channel, "messages").find("0 in use, 1 at most, 1 made, 1 waited, 0 refused"), std::string::npos)
      << fact(*channel, "messages");
}

TEST_P(Limits, ItWaitsUntilItsDeadlineAndSaysForWhat) {
  const auto channel = bind();
  auto slow = begin_slow(*channel);
  try {
    echo(*channel, "second", Clock::now() + 20ms);
    ADD_FAILURE() << "no TIMEOUT";
  } catch (const CORBA::TIMEOUT& timeout) {
    EXPECT_EQ(timeout.minor(), minor::timeout_resources);
    EXPECT_EQ(timeout.completed(), CORBA::COMPLETED_NO);
    EXPECT_EQ(timeout._detail().rfind("no message slot is free: pool of 1", 0), 0U) << timeout._detail();
  }
  release();
  EXPECT_EQ(slow.get(), "slow");
  EXPECT_EQ(echo(*channel, "third"), "third");
  EXPECT_NE(fact(*channel, "messages").find("1 waited, 1 refused"), std::string::npos) << fact(*channel, "messages");
}

TEST_P(Limits, OrIsRefusedAtOnce) {
  const auto channel = bind(",exhausted=raise");
  auto slow = begin_slow(*channel);
  try {
    echo(*channel, "second");
    ADD_FAILURE() << "not refused";
  } catch (const CORBA::NO_RESOURCES& refused) {
    EXPECT_EQ(refused.minor(), minor::no_resources_exhausted);
    EXPECT_EQ(refused.completed(), CORBA::COMPLETED_NO);
    EXPECT_EQ(refused._detail().rfind("no message slot is free: pool of 1", 0), 0U) << refused._detail();
  }
  release();
  EXPECT_EQ(slow.get(), "slow");
  EXPECT_EQ(echo(*channel, "third"), "third");
  EXPECT_NE(fact(*channel, "messages").find("0 waited, 1 refused"), std::string::npos) << fact(*channel, "messages");
}

// The upcall's call needs the slot that the call it serves holds: it would wait for itself.
TEST_P(Limits, AnUpcallDoesNotWaitForItself) {
  const auto channel = bind();
  std::atomic<int> refused{0};
  ends_.adapter.on_echo = [&](const std::string& text) {
    if (text != "outer") return;
    try {
      echo(*channel, "inner");
    } catch (const CORBA::NO_RESOURCES&) {
      ++refused;
    }
  };
  EXPECT_EQ(echo(*channel, "outer"), "outer");
  EXPECT_EQ(refused, 1);
}

void expect_late_reply_dropped(const char* qos) {
  SCOPED_TRACE(qos);
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", {});
  std::latch turn[2]{std::latch(1), std::latch(1)};  // the upcall of the first call may be the last to end
  ends.adapter.on_echo = [&](const std::string& text) {
    if (text == "late 0") turn[0].wait();
    if (text == "late 1") turn[1].wait();
  };
  const auto channel = ends.bind(EngineeringQoS::parse(qos));
  EXPECT_EQ(echo(*channel, "before"), "before");
  const auto connection = fact(*channel, "connection");
  for (int i = 0; i < 2; ++i) {
    try {
      echo(*channel, "late " + std::to_string(i), Clock::now() + 100ms);
      ADD_FAILURE() << "no TIMEOUT";
    } catch (const CORBA::TIMEOUT& timeout) {
      EXPECT_EQ(timeout.completed(), CORBA::COMPLETED_MAYBE);
    }
    turn[i].count_down();
    // The second pause is long enough for the connection to be checked before its next use.
    std::this_thread::sleep_for(i == 0 ? 0ms : 1010ms);
    EXPECT_EQ(echo(*channel, "after"), "after");
    EXPECT_EQ(fact(*channel, "connection"), connection);
  }
}

TEST(Limit, AReplyThatComesTooLateIsDroppedAndTheConnectionUsedOn) {
  std::thread other(expect_late_reply_dropped, "messages=1");
  expect_late_reply_dropped("processing=nullTask,messages=1");
  other.join();
}

TEST(Limit, AdmitsAsManyAsItSays) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", {});
  std::atomic<int> now{0};
  std::atomic<int> most{0};
  ends.adapter.on_echo = [&](const std::string&) {
    const int in_progress = ++now;
    int seen = most;
    while (in_progress > seen && !most.compare_exchange_weak(seen, in_progress)) {
    }
    std::this_thread::sleep_for(1ms);
    --now;
  };
  const auto channel = ends.bind(EngineeringQoS::parse("messages=3"));
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) EXPECT_EQ(echo(*channel, "x"), "x");
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_LE(most, 3);
  EXPECT_NE(fact(*channel, "messages").find("0 in use, 3 at most"), std::string::npos) << fact(*channel, "messages");
}

}  // namespace
}  // namespace dimma::iiop
