// The memory that one connection may hold in a server, and orderly ends of connections.

#include "unit/common/rounds.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include "iiop/client/connection/client_connection.hpp"
#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/message/fragment_plan.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/message/memory_budget.hpp"
#include "transport/local/unix.hpp"
#include "transport/shm/shm.hpp"

#include <dimma/minor.hpp>

#include <array>
#include <atomic>
#include <future>
#include <random>
#include <thread>

#include <poll.h>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;
using Octets = std::vector<std::uint8_t>;
using RawMessage = std::vector<std::byte>;

RawMessage request_of(std::uint32_t id, std::string_view operation, const auto& argument) {
  const RequestTemplate head(2, {std::as_bytes(std::span("key", 3))});
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  head.write(out, id, operation, Response::with_target);
  const BodyMark body = begin_body(out, 2);
  cdr::write(out, argument);
  end_message(out, body);
  return {out.octets().begin(), out.octets().end()};
}

std::unique_ptr<transport::Stream> connect_raw(const Ends& ends) {
  transport::TcpTransport tcp;
  const auto at = decode_profile(ends.profile.data).address;
  return tcp.connect({"tcp", at.host, at.port}, Clock::now() + 10s, {}).stream;
}
bool send_raw(transport::Stream& stream, std::span<const std::byte> octets, Deadline deadline) {
  iovec piece{const_cast<std::byte*>(octets.data()), octets.size()};
  return static_cast<bool>(stream.send({&piece, 1}, deadline));
}

// A peer begins a request in fragments, never ends it, and sends long requests after it whose replies it does not read.
TEST(ConnectionLimits, TheMemoryOfAConnectionIsBoundedAndGivenBack) {
  constexpr std::size_t message_max = std::size_t{1} << 20;
  Settings settings{.message_octets_max = message_max};
  settings.memory = std::make_shared<MemoryBudget>(2 * message_max, 16 * message_max);
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", {}, settings);
  const auto honest = ends.bind(shared_qos);
  for (const std::uint32_t first_fragment : {100'000U, 20'000U}) {
    auto hostile = connect_raw(ends);
    RawMessage begun = request_of(7, "bulk", Octets(500'000));
    FragmentPlan plan(begun, first_fragment);
    const auto& first = plan.pieces().front();
    const auto until = Clock::now() + 5s;
    send_raw(*hostile, {static_cast<const std::byte*>(first.iov_base), first.iov_len}, until);
    for (std::uint32_t id = 0; id < 24; ++id) {
      if (!send_raw(*hostile, request_of(100 + id, "grow", std::uint32_t{1000}), until)) break;
      if (!send_raw(*hostile, request_of(200 + id, "words", Words{std::string(message_max / 2, 'x')}),
                    Clock::now() + 50ms))
        break;
      EXPECT_EQ(echo(*honest, "others are served"), "others are served");
    }
    // Up to 2 * message_max for requests, and as much again for unread replies.
    EXPECT_LE(settings.memory->octets_peak(), 4 * message_max);
    EXPECT_GE(settings.memory->octets_peak(), message_max / 2);
    hostile->shutdown();
    hostile.reset();
    const auto patience = Clock::now() + 20s;
    while (settings.memory->octets() != 0 && Clock::now() < patience) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(settings.memory->octets(), 0U);
  }
  honest->close();
}

// Requests of a connection are served concurrently only as long as there is memory for another one.
TEST(ConnectionLimits, RequestsInProgressHoldUpTheNextOne) {
  constexpr std::size_t message_max = std::size_t{1} << 20;
  for (const char* const qos : {"", "processing=factory"}) {
    Settings settings{.message_octets_max = message_max};
    settings.memory = std::make_shared<MemoryBudget>(2 * message_max, 16 * message_max);
    transport::TcpTransport tcp;
    Ends ends(tcp, "127.0.0.1", EngineeringQoS::parse(qos), settings);
    std::atomic<int> now{0};
    std::atomic<int> most{0};
    ends.adapter.on_dispatch = [&](std::string_view) {
      const int in_progress = ++now;
      if (most < in_progress) most = in_progress;
      std::this_thread::sleep_for(30ms);
      --now;
    };
    const auto channel = ends.bind(EngineeringQoS::parse("connection=shared"));
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 6; ++caller) {
      callers.emplace_back([&] {
        const Octets octets(message_max * 3 / 4);
        for (int call = 0; call < 2; ++call) EXPECT_EQ(bulk(*channel, octets).size(), octets.size());
      });
    }
    for (auto& caller : callers) caller.join();
    EXPECT_LE(settings.memory->octets_peak(), 2 * message_max) << qos;
    EXPECT_EQ(settings.memory->refusals(), 0U) << qos;
    EXPECT_LE(most, 3) << qos;
    channel->close();
  }
}

// A request that takes all memory of its connection delays the next one only until it ends.
TEST(ConnectionLimits, TheNextRequestIsReadWhenOneThatFilledTheMemoryHasEnded) {
  constexpr std::size_t message_max = std::size_t{1} << 20;
  Settings settings{.message_octets_max = message_max};
  settings.memory = std::make_shared<MemoryBudget>(message_max, 16 * message_max);
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", EngineeringQoS::parse("processing=factory"), settings);
  const auto channel = ends.bind(EngineeringQoS::parse("connection=shared"));
  for (int call = 0; call < 5; ++call) {
    const std::string text(message_max * 2 / 3, 'x');
    ASSERT_EQ(echo(*channel, text, Clock::now() + 10s).size(), text.size());
  }
  EXPECT_EQ(settings.memory->refusals(), 0U);
  channel->close();
}

class NobodysReplies final : public ReplyReader {
  void read_replies() noexcept override {}
};

struct Closings : testing::TestWithParam<const char*> {
  Closings() {
    const std::string name = GetParam();
    if (name == "tcp") transport_ = std::make_unique<transport::TcpTransport>();
    if (name == "unix") transport_ = std::make_unique<transport::UnixTransport>();
    if (name == "shm") transport_ = std::make_unique<transport::ShmTransport>();
  }
  std::unique_ptr<transport::Transport> transport_;
};
INSTANTIATE_TEST_SUITE_P(All, Closings, testing::Values("tcp", "unix", "shm"),
                         [](const auto& with) { return std::string(with.param); });

// The sending end notices first that the connection has ended. The reading end still gets what the server has sent
// before.
TEST_P(Closings, AreReadAfterASendHasFailed) {
  const std::string host = std::string(GetParam()) == "tcp" ? "127.0.0.1" : "";
  const auto listener = transport_->listen({GetParam(), host, 0}, {});
  for (int round = 0; round < 20; ++round) {
    auto connected = transport_->connect(listener->endpoint(), Clock::now() + 10s, {});
    ASSERT_TRUE(connected.stream) << connected.detail;
    const Settings settings;
    NobodysReplies replies;
    ClientConnection client({std::move(connected.stream), {}}, settings, {}, replies);
    pollfd waiting{listener->handle(), POLLIN, 0};
    ASSERT_EQ(::poll(&waiting, 1, 10'000), 1);
    int error = 0;
    auto server = listener->accept(error);
    ASSERT_TRUE(server);
    const auto send = [&client](std::size_t octets) {
      cdr::Buffer buffer;
      cdr::Encoder out(buffer);
      RequestTemplate(2, {std::as_bytes(std::span("key", 3))}).write(out, 1, "bulk", Response::with_target);
      const BodyMark body = begin_body(out, 2);
      cdr::write(out, Octets(octets));
      end_message(out, body);
      client.send(out, 1, Clock::now() + 10s);
    };
    if (round % 2 != 0) send(10);  // the server does not read it
    cdr::Buffer buffer(32);
    cdr::Encoder out(buffer);
    write_close_connection(out, 2);
    ASSERT_TRUE(send_raw(*server, out.octets(), no_deadline));
    server->shutdown();
    server.reset();
    try {
      while (true) send(1000);
    } catch (const CORBA::TRANSIENT& failed) {
      EXPECT_EQ(failed.completed(), CORBA::COMPLETED_NO);
    }
    EXPECT_TRUE(client.broken());
    EXPECT_THROW(send(1000), CORBA::TRANSIENT);
    try {
      client.receive(Clock::now() + 10s);
      ADD_FAILURE() << "there is no reply";
    } catch (const CORBA::TRANSIENT& closed) {
      EXPECT_EQ(closed.minor(), minor::transient_closed_by_peer);
      EXPECT_EQ(closed.completed(), CORBA::COMPLETED_NO);
    } catch (const CORBA::Exception& other) {
      ADD_FAILURE() << other.what();
    }
  }
}

// The server closes idle connections at arbitrary moments. Each call is answered, or known not to have been served.
TEST(IdleClosings, LeaveNoDoubtAboutACall) {
  for (const std::string transport : {"shm", "unix", "tcp"}) {
    transport::ShmTransport shm;
    transport::UnixTransport local;
    transport::TcpTransport tcp;
    const auto binder = make_binder({{&shm, &local, &tcp}}, Settings{.idle_limit = 2ms});
    TestAdapter adapter;
    std::atomic<int> served{0};
    adapter.on_echo = [&](const std::string&) { ++served; };
    const auto qos = EngineeringQoS::parse("transport=" + transport);
    auto server = binder->listen({.at = {{"127.0.0.1"}}}, qos, adapter);
    const auto profile = server->profiles(std::as_bytes(std::span("key", 3))).front();
    const auto channel =
        binder->bind(profile, EngineeringQoS::parse("connection=shared,transport=" + transport), no_deadline, {});
    std::atomic<int> answered{0};
    std::vector<std::thread> callers;
    for (unsigned caller = 0; caller < 3; ++caller) {
      callers.emplace_back([&, caller] {
        std::mt19937 random(caller);
        for (std::uint64_t call = 0; call < test::rounds(50); ++call) {
          std::this_thread::sleep_for(std::chrono::microseconds(random() % 7000));
          for (bool again = true; again;) {
            try {
              EXPECT_EQ(echo(*channel, "here"), "here");
              ++answered;
              again = false;
            } catch (const CORBA::TRANSIENT& closed) {
              EXPECT_EQ(closed.completed(), CORBA::COMPLETED_NO);
            } catch (const CORBA::Exception& other) {
              ADD_FAILURE() << transport << ": " << other.what();
              again = false;
            }
          }
        }
      });
    }
    for (auto& caller : callers) caller.join();
    EXPECT_EQ(served, answered) << transport;
    channel->close();
    binder->shutdown();
    server.reset();
  }
}

TEST(IdleClosings, DoNotMeetAMessageThatIsArriving) {
  for (const char* const qos : {"", "processing=nullTask"}) {
    transport::TcpTransport tcp;
    Ends ends(tcp, "127.0.0.1", EngineeringQoS::parse(qos), {.idle_limit = 10ms});
    auto stream = connect_raw(ends);
    const RawMessage message = request_of(1, "bulk", Octets(3000));
    const std::span<const std::byte> octets(message);
    ASSERT_TRUE(send_raw(*stream, octets.first(1000), no_deadline));
    std::this_thread::sleep_for(60ms);
    ASSERT_TRUE(send_raw(*stream, octets.subspan(1000), no_deadline));
    MessageReader reader;
    while (reader.next() == Progress::need_more) {
      const auto got = stream->receive(reader.space(), Clock::now() + 20s);
      ASSERT_TRUE(got) << transport::describe(got);
      reader.received(got.octets);
    }
    EXPECT_EQ(reader.header().type, MessageType::reply) << qos;
  }
}

// Their requests have not been read, and they may send them again to another server.
TEST(ConnectionLimits, ClientsThatWaitToBeAcceptedAreToldThatTheServerCloses) {
  for (const char* const qos : {"processing=pool(1)", "processing=nullTask(1)"}) {
    SCOPED_TRACE(qos);
    transport::TcpTransport tcp;
    Ends ends(tcp, "127.0.0.1", EngineeringQoS::parse(qos));
    std::promise<void> begun;
    std::promise<void> release;
    ends.adapter.on_echo = [&](const std::string&) {
      begun.set_value();
      release.get_future().wait();
    };
    const auto channel = ends.bind(dedicated_qos);
    auto slow = std::async(std::launch::async, [&] { return echo(*channel, "slow"); });
    begun.get_future().wait();
    const auto waiting = connect_raw(ends);
    const auto patience = Clock::now() + 20s;
    EXPECT_TRUE(send_raw(*waiting, request_of(1, "echo", std::string("not served")), patience));
    auto closing = std::async(std::launch::async, [&] { ends.server->close(); });
    std::array<std::byte, 100> octets{};
    const auto came = waiting->receive(octets, patience);
    EXPECT_EQ(came.octets, header_octets) << transport::describe(came);
    EXPECT_EQ(octets[7], std::byte{static_cast<unsigned char>(MessageType::close_connection)});
    release.set_value();
    EXPECT_EQ(slow.get(), "slow");
    closing.get();
  }
}

}  // namespace
}  // namespace dimma::iiop
