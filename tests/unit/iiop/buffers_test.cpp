// buffers=pool(n,size) at a client and at a server: what is reserved, what does not fit, and what happens when none is
// left.

#include "unit/iiop/channel_fixture.hpp"

#include <dimma/minor.hpp>

#include <atomic>
#include <future>
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

class BufferPools : public testing::TestWithParam<const char*> {
 protected:
  std::shared_ptr<channel::ClientChannel> bind(const std::string& more = "") {
    return ends_.bind(EngineeringQoS::parse(std::string(GetParam()) + ",buffers=pool(1,1k)" + more));
  }

  transport::TcpTransport tcp_;
  Ends ends_{tcp_, "127.0.0.1", {}};
};
std::string part_name(const testing::TestParamInfo<const char*>& with) {
  constexpr const char* names[] = {"Leader", "Task", "Pool", "NullTask"};
  return names[with.index];
}
INSTANTIATE_TEST_SUITE_P(All, BufferPools,
                         testing::Values("connection=shared", "demultiplexing=task", "processing=pool(2)",
                                         "processing=nullTask,messages=1"),
                         part_name);

TEST_P(BufferPools, HoldWhatFits) {
  const auto channel = bind();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(echo(*channel, std::string(900, 'x')), std::string(900, 'x'));
    EXPECT_EQ(grow(*channel, 900).size(), 900U);
  }
  EXPECT_NE(fact(*channel, "buffers").find("pool: 1 x (1024 to send + 1024 for the reply) = 2048 octets, reserved"),
            std::string::npos)
      << fact(*channel, "buffers");
}

TEST_P(BufferPools, RefuseARequestThatDoesNotFit) {
  const auto channel = bind();
  const auto connection = fact(*channel, "connection");
  try {
    bulk(*channel, std::vector<std::uint8_t>(2000));
    ADD_FAILURE() << "not refused";
  } catch (const CORBA::MARSHAL& refused) {
    EXPECT_EQ(refused.minor(), minor::marshal_buffer_limit);
    EXPECT_EQ(refused.completed(), CORBA::COMPLETED_NO);
  }
  EXPECT_EQ(echo(*channel, "small"), "small");
  EXPECT_EQ(fact(*channel, "connection"), connection);
}

TEST_P(BufferPools, RefuseAReplyThatDoesNotFit) {
  const auto channel = bind();
  for (int i = 0; i < 3; ++i) {
    try {
      grow(*channel, 5000);
      ADD_FAILURE() << "not refused";
    } catch (const CORBA::MARSHAL& refused) {
      EXPECT_EQ(refused.minor(), minor::marshal_message_too_large);
      EXPECT_EQ(refused.completed(), CORBA::COMPLETED_MAYBE);
    }
    EXPECT_EQ(echo(*channel, "small"), "small");
  }
}

TEST_P(BufferPools, WhenEmptyAreWaitedForOrRaise) {
  std::promise<void> entered;
  std::promise<void> release;
  auto released = release.get_future().share();
  ends_.adapter.on_echo = [&](const std::string& text) {
    if (text != "slow") return;
    entered.set_value();
    released.wait();
  };
  const bool has_one_message = EngineeringQoS::parse(GetParam()).is_null_task();
  const auto channel = bind(",exhausted=raise");
  auto slow = std::async(std::launch::async, [&] { return echo(*channel, "slow"); });
  entered.get_future().wait();
  try {
    echo(*channel, "second");
    ADD_FAILURE() << "not refused";
  } catch (const CORBA::NO_RESOURCES& refused) {
    const char* const what = has_one_message ? "no message slot is free" : "no message buffer is free: pool of 1";
    EXPECT_EQ(refused._detail().rfind(what, 0), 0U) << refused._detail();
  }
  release.set_value();
  EXPECT_EQ(slow.get(), "slow");
  EXPECT_EQ(echo(*channel, "third"), "third");
}

TEST(BufferPool, IsRefusedByNameIfItIsTooSmall) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", {});
  const auto refused = [&](const char* qos) {
    try {
      ends.bind(EngineeringQoS::parse(qos));
    } catch (const QoSError& error) {
      return error.field();
    }
    return std::string();
  };
  EXPECT_EQ(refused("processing=nullTask,messages=1,buffers=pool(2,1k)"), "buffers");
  EXPECT_EQ(refused("processing=nullTask,messages=1,buffers=pool(1,64k),read-ahead=8k"), "read-ahead");
  EXPECT_EQ(refused("processing=nullTask,messages=1,buffers=pool(1,64k),read-ahead=off"), "");
  const auto refused_at_server = [&](const char* qos) {
    try {
      ends.restart_server(EngineeringQoS::parse(qos));
    } catch (const QoSError& error) {
      return error.field();
    }
    return std::string();
  };
  EXPECT_EQ(refused_at_server("processing=nullTask,buffers=pool(2,1k)"), "buffers");
  EXPECT_EQ(refused_at_server("buffers=pool(2,255)"), "buffers");
  EXPECT_EQ(refused_at_server("buffers=pool(2,1k),read-ahead=8k"), "read-ahead");
}

TEST(BufferPool, IsSharedByTheCallsOfABinding) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", {});
  const auto channel = ends.bind(EngineeringQoS::parse("buffers=pool(2,4k)"));
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&channel, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string text(static_cast<std::size_t>(1 + (t * 50 + i) * 10), 'x');
        EXPECT_EQ(echo(*channel, text), text);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_NE(fact(*channel, "buffers").find("0 in use, 2 at most, 2 made"), std::string::npos)
      << fact(*channel, "buffers");
}

class ServerBufferPools : public testing::TestWithParam<const char*> {
 protected:
  std::unique_ptr<Ends> serve(const std::string& more) {
    return std::make_unique<Ends>(tcp_, "127.0.0.1", EngineeringQoS::parse(std::string(GetParam()) + more));
  }
  bool has_one_message() const { return GetParam() == std::string("processing=nullTask,"); }

  transport::TcpTransport tcp_;
};
std::string server_name(const testing::TestParamInfo<const char*>& with) {
  constexpr const char* names[] = {"Shared", "Pool", "Factory", "NullTask"};
  return names[with.index];
}
INSTANTIATE_TEST_SUITE_P(All, ServerBufferPools,
                         testing::Values("", "processing=pool(4),", "processing=factory,", "processing=nullTask,"),
                         server_name);

TEST_P(ServerBufferPools, HoldWhatFitsAndAnswerWhatDoesNot) {
  const auto ends = serve("buffers=pool(1,1k)");
  const auto channel = ends->bind({});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(echo(*channel, std::string(900, 'x')), std::string(900, 'x'));
    EXPECT_EQ(grow(*channel, 900).size(), 900U);
    EXPECT_THROW(grow(*channel, 5000), CORBA::MARSHAL);
    EXPECT_EQ(echo(*channel, "small"), "small");
  }
  EXPECT_THROW(bulk(*channel, std::vector<std::uint8_t>(2000)), CORBA::SystemException);
  EXPECT_EQ(echo(*channel, "again"), "again");
}

TEST_P(ServerBufferPools, LimitTheRequestsOfAConnectionInProgress) {
  const auto ends = serve(has_one_message() ? "buffers=pool(1,1k)" : "buffers=pool(2,1k)");
  std::atomic<int> now{0};
  std::atomic<int> most{0};
  ends->adapter.on_echo = [&](const std::string&) {
    const int there = ++now;
    int before = most;
    while (before < there && !most.compare_exchange_weak(before, there)) {
    }
    std::this_thread::sleep_for(1ms);
    --now;
  };
  const auto channel = ends->bind(EngineeringQoS::parse("connection=shared"));
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&channel] {
      for (int i = 0; i < 20; ++i) EXPECT_EQ(echo(*channel, std::string(900, 'x')), std::string(900, 'x'));
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_LE(most, has_one_message() ? 1 : 2);
}

// A nested call comes back on the connection whose only buffer is in use.
TEST_P(ServerBufferPools, DoNotStopCallbacks) {
  const auto ends = serve("buffers=pool(1,1k)");
  const auto nested = ends->bind({});
  ends->adapter.on_echo = [&](const std::string& text) {
    if (text.size() >= 4) return;
    EXPECT_EQ(echo(*nested, text + "."), text + ".");
  };
  EXPECT_EQ(echo(*nested, ""), "");
}

}  // namespace
}  // namespace dimma::iiop
