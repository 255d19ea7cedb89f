// Channels over a network that fails, and with peers that do not speak GIOP.

#include "unit/iiop/channel_fixture.hpp"

#include "iiop/giop/profile.hpp"
#include "unit/common/rounds.hpp"
#include "unit/iiop/wrapped_tcp.hpp"
#include "unit/transport/plan_trace.hpp"

#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cstring>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

class Faults : public testing::TestWithParam<bool> {
 protected:
  EngineeringQoS qos() const { return GetParam() ? dedicated_qos : shared_qos; }

  transport::MemoryNetwork network_;
  transport::MemoryTransport memory_{network_, "tcp"};
};
INSTANTIATE_TEST_SUITE_P(Both, Faults, testing::Bool(),
                         [](const auto& with) { return with.param ? "Dedicated" : "Shared"; });

// The connection ends after each octet of a call in turn. In all exceptions COMPLETED_NO is true, and a new
// connection works.
TEST_P(Faults, AConnectionCutAtAnyOctet) {
  Ends ends(memory_, "here", qos());
  std::atomic<int> served{0};
  ends.adapter.on_echo = [&](const std::string&) { ++served; };
  for (const bool to_server : {true, false}) {
    for (const auto how : {transport::Cut::end, transport::Cut::reset}) {
      for (std::uint64_t octet = 0; octet < 120; ++octet) {
        transport::ConnectionPlan plan;
        (to_server ? plan.to_listener : plan.to_connector) = {.cut = how, .cut_after_octets = octet};
        SCOPED_TRACE(describe(plan));
        network_.plan_next(plan);
        const auto channel = ends.bind(qos());
        served = 0;
        try {
          EXPECT_EQ(echo(*channel, "cut me"), "cut me");
        } catch (const CORBA::SystemException& lost) {
          EXPECT_TRUE(dynamic_cast<const CORBA::COMM_FAILURE*>(&lost) || dynamic_cast<const CORBA::TRANSIENT*>(&lost))
              << lost;
          if (lost.completed() == CORBA::COMPLETED_NO) {
            EXPECT_EQ(served, 0) << lost;
          }
        }
        // The cut may lie after the first call, and the plan was for one connection only.
        try {
          EXPECT_EQ(echo(*channel, "again"), "again");
        } catch (const CORBA::SystemException&) {
          EXPECT_EQ(echo(*channel, "again"), "again");
        }
      }
    }
  }
}

void expect_calls_in_portions(const EngineeringQoS& qos, std::uint64_t seed) {
  transport::MemoryNetwork network;
  transport::MemoryTransport memory(network, "tcp");
  Ends ends(memory, "here", qos, {.fragment_octets = 300});
  auto plan = transport::random_plan(seed, 1);
  plan.to_listener.cut = plan.to_connector.cut = transport::Cut::never;
  const transport::PlanTrace trace(__FILE__, __LINE__, plan);
  network.plan_next(plan);
  const auto channel = ends.bind(qos);
  EXPECT_EQ(echo(*channel, "small"), "small");
  const std::vector<std::uint8_t> octets(400, 7);
  EXPECT_EQ(bulk(*channel, octets), octets);
}

// Several threads, since each one waits most of its time. The in-memory transport does not report when there is room,
// so a reply that a server of several threads cannot send at once waits for the monitor's tick. Half of the portions
// do.
TEST_P(Faults, ShortReadsAndWritesInAnyOrder) {
  const auto all = test::seeds(GetParam() ? 40 : 8);
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (std::size_t mine = next++; mine < all.size(); mine = next++) expect_calls_in_portions(qos(), all[mine]);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// TCP whose first accepted stream has no descriptor that a poller could watch.
class FirstCannotBeWatched final : public WrappedTcp {
 private:
  class Unwatchable final : public WrappedStream {
   public:
    using WrappedStream::WrappedStream;
    int handle() const noexcept override { return -1; }
  };
  StreamPtr wrap_accepted(StreamPtr stream) override {
    if (has_accepted_.exchange(true)) return stream;
    return std::make_unique<Unwatchable>(std::move(stream));
  }

  std::atomic<bool> has_accepted_{false};
};

TEST_P(Faults, AConnectionThatCannotBeWatchedIsClosedAndTheEndpointCanBe) {
  FirstCannotBeWatched tcp;
  const EngineeringQoS at_server;  // a connection with a thread of its own is not watched
  Ends ends(tcp, "127.0.0.1", at_server);
  EXPECT_THROW(echo(*ends.bind(qos()), "not served"), CORBA::SystemException);
  EXPECT_EQ(echo(*ends.bind(qos()), "served"), "served");
  ends.server->close();
}

TEST_P(Faults, AServerThatIsNotThere) {
  Ends ends(memory_, "here", qos());
  transport::ConnectionPlan plan;
  plan.connecting = transport::Connecting::refused;
  network_.plan_next(plan);
  try {
    ends.bind(qos());
    ADD_FAILURE() << "bound";
  } catch (const CORBA::TRANSIENT& refused) {
    EXPECT_EQ(refused.completed(), CORBA::COMPLETED_NO);
    EXPECT_NE(refused._detail().find("here"), std::string::npos) << refused._detail();
  }
}

// After a reset the system no longer reports the address of the peer.
TEST_P(Faults, AResetIsToldWithTheAddressOfThePeer) {
  transport::TcpTransport tcp;
  const auto listener = tcp.listen({"tcp", "127.0.0.1", 0}, {});
  const auto binder = make_binder({{&tcp}}, Settings{});
  Profile profile;
  profile.address = Address{"127.0.0.1", listener->endpoint().port};
  profile.object_key.assign(3, std::byte{'k'});
  const auto channel = binder->bind({tag_internet_iop, encode(profile)}, qos(), no_deadline, {});
  std::thread peer([&listener] {
    int error = 0;
    const auto stream = listener->accept(error);
    if (!stream) return;
    std::byte octet{};
    stream->receive({&octet, 1}, no_deadline);
    const linger at_once{1, 0};
    ::setsockopt(stream->handle(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  });
  try {
    echo(*channel, "reset me");
    ADD_FAILURE() << "answered";
  } catch (const CORBA::SystemException& lost) {
    EXPECT_NE(lost._detail().find("tcp:127.0.0.1:" + std::to_string(profile.address.port)), std::string::npos) << lost;
  }
  peer.join();
  binder->shutdown();
}

TEST(SharedFaults, WithoutASecondConnectionThreadsUseTheFirst) {
  transport::MemoryNetwork network;
  transport::MemoryTransport memory(network, "tcp");
  Ends ends(memory, "here", {});
  const auto channel = ends.bind({});
  transport::ConnectionPlan plan;
  plan.connecting = transport::Connecting::refused;
  network.plan_next(plan);
  for (int i = 0; i < 4; ++i) std::thread([&] { EXPECT_EQ(echo(*channel, "a"), "a"); }).join();
}

// A peer that sends raw octets, at either end.
std::vector<std::byte> octets_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

const std::array<std::string_view, 9> hostile_messages{
    std::string_view("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    std::string_view("GIOP\x02\x00\x01\x00\x00\x00\x00\x00", 12),                      // version 2.0
    std::string_view("GIOP\x01\x02\x01\x63\x04\x00\x00\x00????", 16),                  // no such message
    std::string_view("GIOP\x01\x02\x01\x00\xff\xff\xff\xff", 12),                      // 4 GiB
    std::string_view("GIOP\x01\x02\x01\x00\x04\x00\x00\x00\xff\xff\xff\xff", 16),      // a request with only an id
    std::string_view("GIOP\x01\x02\x01\x07\x08\x00\x00\x00\x01\x00\x00\x00zzzz", 20),  // a fragment without a message
    std::string_view("GIOP\x01\x02\x01\x01\x04\x00\x00\x00\x01\x00\x00\x00", 16),      // half a reply
    std::string_view("GIOP\x01\x02\x01\x06\x00\x00\x00\x00", 12),                      // MessageError
    std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0", 12),
};

TEST_P(Faults, HostileClientsCostTheirOwnConnectionOnly) {
  const EngineeringQoS server{.processing_concurrency = qos().processing_concurrency};
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", server);
  const auto good = ends.bind(qos());
  const auto at = decode_profile(ends.profile.data).address;
  for (const auto message : hostile_messages) {
    for (std::size_t length = 1; length <= message.size(); ++length) {
      auto raw = tcp.connect({"tcp", at.host, at.port}, Clock::now() + 5s, {}).stream;
      ASSERT_TRUE(raw);
      auto octets = octets_of(message.substr(0, length));
      iovec piece{octets.data(), octets.size()};
      raw->send({&piece, 1});
      if (length == message.size()) {
        // The server answers MessageError or nothing; it may drop a fragment that belongs to no message.
        std::array<std::byte, 64> answer{};
        const auto got = raw->receive(answer, Clock::now() + 30ms);
        if (got) {
          EXPECT_EQ(std::memcmp(answer.data(), "GIOP", 4), 0);
        }
      }
    }
    EXPECT_EQ(echo(*good, "unharmed"), "unharmed");
  }
}

TEST_P(Faults, HostileServersRaiseAndNeverHang) {
  transport::TcpTransport tcp;
  auto listener = tcp.listen({"tcp", "127.0.0.1", 0}, {});
  const auto binder = make_binder({{&tcp}}, {});
  const auto profile =
      binder->profile_for(2, {"127.0.0.1", listener->endpoint().port}, std::as_bytes(std::span("key", 3)));
  for (const auto message : hostile_messages) {
    const auto channel = binder->bind(profile, qos(), no_deadline, {});
    std::unique_ptr<transport::Stream> server;
    int error = 0;
    while (!server) server = listener->accept(error);
    std::thread answer([&] {
      std::array<std::byte, 256> request{};
      server->receive(request);
      auto octets = octets_of(message);
      iovec piece{octets.data(), octets.size()};
      server->send({&piece, 1});
      server->shutdown();
    });
    try {
      echo(*channel, "anybody there?");
      ADD_FAILURE() << "an answer";
    } catch (const CORBA::SystemException& raised) {
      EXPECT_EQ(raised.completed(), CORBA::COMPLETED_MAYBE) << raised;
      EXPECT_FALSE(raised._detail().empty());
    }
    answer.join();
  }
  binder->shutdown();
}

}  // namespace
}  // namespace dimma::iiop
