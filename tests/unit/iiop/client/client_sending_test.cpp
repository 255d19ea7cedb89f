// How a client sends: deadlines, peers that do not read, and messages that do not fit into what the system buffers.

#include "iiop/giop/giop.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/giop/profile_components.hpp"
#include "transport/local/unix.hpp"
#include "transport/memory/memory_faults.hpp"
#include "transport/shm/shm.hpp"
#include "unit/common/rounds.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include <dimma/minor.hpp>

#include <array>
#include <atomic>
#include <cstdio>
#include <future>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

Deadline in(std::chrono::milliseconds time) { return Clock::now() + time; }

// A text that can be verified: its number, its length, and letters that follow from the number.
std::string proof(std::uint32_t number, std::size_t octets) {
  std::string letters;
  for (std::uint32_t state = number; letters.size() < 251;) {
    state = state * 1664525 + 1013904223;
    letters += static_cast<char>('a' + (state >> 24) % 26);
  }
  std::string text = std::to_string(number) + ' ' + std::to_string(octets) + ' ';
  while (text.size() < octets) text.append(letters, 0, octets - text.size());
  return text;
}
// The number of such a text; none if the text is damaged.
std::optional<std::uint32_t> number_of(const std::string& text) {
  std::size_t number = 0;
  std::size_t octets = 0;
  if (std::sscanf(text.c_str(), "%zu %zu ", &number, &octets) != 2 || octets != text.size()) return std::nullopt;
  const auto wanted = static_cast<std::uint32_t>(number);
  if (text != proof(wanted, octets)) return std::nullopt;
  return wanted;
}

// The requests that the server has executed.
class Journal {
 public:
  void note(const std::string& text) {
    const auto number = number_of(text);
    const std::lock_guard lock(mutex_);
    if (!number) {
      ++damaged_;
    } else if (!executed_.insert(*number).second) {
      ++repeated_;
    }
  }
  bool has(std::uint32_t number) const {
    const std::lock_guard lock(mutex_);
    return executed_.contains(number);
  }
  int damaged() const {
    const std::lock_guard lock(mutex_);
    return damaged_;
  }
  int repeated() const {
    const std::lock_guard lock(mutex_);
    return repeated_;
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::uint32_t> executed_;
  int damaged_ = 0;
  int repeated_ = 0;
};

std::vector<std::string> many_words() { return std::vector<std::string>(60'000, "fifteen letters"); }

void send_words(channel::ClientChannel& channel, const Words& words, Deadline deadline) {
  constexpr static Operation operation{.name = "words", .parted = true};
  const auto write = [&](cdr::Encoder& out) { cdr::write(out, words); };
  const auto read = [](cdr::Decoder&) {};
  channel::Request request{operation, write, read, deadline};
  channel.call(request);
}

void grow_before(channel::ClientChannel& channel, std::uint32_t octets, Deadline deadline) {
  constexpr static Operation operation{"grow"};
  const auto write = [&](cdr::Encoder& out) { out.put(octets); };
  const auto read = [](cdr::Decoder&) {};
  channel::Request request{operation, write, read, deadline};
  channel.call(request);
}

template <class Call>
void expect_timeout(CORBA::CompletionStatus completed, Call call) {
  try {
    call();
    ADD_FAILURE() << "returned";
  } catch (const CORBA::TIMEOUT& late) {
    EXPECT_EQ(late.completed(), completed) << late;
  } catch (const CORBA::SystemException& other) {
    ADD_FAILURE() << other;
  }
}

// A server that reads nothing while it is held, over a transport that buffers little.
class HeldServer : public testing::TestWithParam<const char*> {
 protected:
  HeldServer() {
    transport::ConnectionPlan plan;
    plan.to_listener.buffer_octets = 4096;
    network_.plan(plan);
    ends_.emplace(memory_, "here", EngineeringQoS::parse("processing=nullTask"));
    ends_->adapter.on_note = [this](const std::string&) {
      held_.set_value();
      released_.get_future().wait();
    };
    ends_->adapter.on_echo = [this](const std::string& text) { journal_.note(text); };
  }
  std::shared_ptr<channel::ClientChannel> bind() { return ends_->bind(EngineeringQoS::parse(GetParam())); }
  std::shared_ptr<channel::ClientChannel> bind_as_foreign() {
    return ends_->bind_as_foreign(EngineeringQoS::parse(GetParam()));
  }
  void hold(channel::ClientChannel& channel) {
    note(channel, "hold");
    held_.get_future().wait();
  }
  void release() { released_.set_value(); }
  void expect_echo(channel::ClientChannel& channel, std::uint32_t number) {
    EXPECT_EQ(echo(channel, proof(number, 100), in(30s)), proof(number, 100));
    EXPECT_TRUE(journal_.has(number));
    EXPECT_EQ(journal_.damaged(), 0);
  }

  transport::MemoryNetwork network_;
  transport::MemoryTransport memory_{network_, "tcp"};
  Journal journal_;
  std::promise<void> held_;
  std::promise<void> released_;
  std::optional<Ends> ends_;
};
INSTANTIATE_TEST_SUITE_P(Both, HeldServer, testing::Values("connection=shared", "processing=nullTask,messages=1"));

TEST_P(HeldServer, AMessageWhoseDeadlinePassesHalfwayIsFinishedByTheNextSender) {
  const auto channel = bind();
  hold(*channel);
  expect_timeout(CORBA::COMPLETED_MAYBE, [&] { echo(*channel, proof(1, 100'000), in(50ms)); });
  // No octet of these requests can be sent.
  expect_timeout(CORBA::COMPLETED_NO, [&] { echo(*channel, proof(2, 100), in(20ms)); });
  expect_timeout(CORBA::COMPLETED_NO, [&] { echo(*channel, proof(3, 100'000), in(20ms)); });
  expect_timeout(CORBA::COMPLETED_NO, [&] { send_words(*channel, many_words(), in(20ms)); });
  release();
  expect_echo(*channel, 4);
  EXPECT_TRUE(journal_.has(1));
  EXPECT_FALSE(journal_.has(2));
  EXPECT_FALSE(journal_.has(3));
}

TEST_P(HeldServer, AStreamedRequestWhoseDeadlinePassesHalfwayIsCancelled) {
  const auto channel = bind();
  hold(*channel);
  expect_timeout(CORBA::COMPLETED_NO, [&] { send_words(*channel, many_words(), in(50ms)); });
  expect_timeout(CORBA::COMPLETED_NO, [&] { echo(*channel, proof(2, 100), in(20ms)); });
  release();
  expect_echo(*channel, 3);
  send_words(*channel, many_words(), in(30s));
}

TEST_P(HeldServer, AStreamedRequestOfKnownLengthIsFinishedByTheNextSender) {
  const auto channel = bind_as_foreign();
  hold(*channel);
  expect_timeout(CORBA::COMPLETED_MAYBE, [&] { send_words(*channel, many_words(), in(50ms)); });
  expect_timeout(CORBA::COMPLETED_NO, [&] { echo(*channel, proof(2, 100), in(20ms)); });
  release();
  expect_echo(*channel, 3);
  send_words(*channel, many_words(), in(30s));
}

// The blocked sender times out after 10 s, if nothing else ends its call.
TEST_P(HeldServer, ASenderThatWaitsKeepsItsDeadline) {
  const auto channel = bind();
  hold(*channel);
  const auto before = network_.traffic().to_listeners;
  std::thread blocked([&] {
    try {
      EXPECT_EQ(echo(*channel, proof(1, 100'000), in(10s)).size(), 100'000U);
    } catch (const CORBA::SystemException& lost) {
      ADD_FAILURE() << lost;
    }
  });
  while (network_.traffic().to_listeners == before) std::this_thread::sleep_for(1ms);
  for (int call = 0; call < 3; ++call) {
    const auto begun = Clock::now();
    expect_timeout(CORBA::COMPLETED_NO, [&] {
      if (call == 1) return send_words(*channel, many_words(), in(100ms));
      echo(*channel, proof(2, 100), in(100ms));
    });
    EXPECT_LT(Clock::now() - begun, 3s) << call;
  }
  release();
  blocked.join();
  expect_echo(*channel, 3);
  EXPECT_FALSE(journal_.has(2));
}

// A call whose time is up sends its CancelRequest without waiting for the thread that is sending.
TEST_F(HeldServer, ACallThatWaitsForItsReplyKeepsItsDeadline) {
  const auto channel = ends_->bind(EngineeringQoS::parse("connection=shared"));
  for (const bool is_leader : {true, false}) {
    held_ = {};
    released_ = {};
    hold(*channel);
    auto before = network_.traffic().to_listeners;
    const auto sent = [&] {
      while (network_.traffic().to_listeners == before) std::this_thread::sleep_for(1ms);
      before = network_.traffic().to_listeners;
    };
    std::thread other;
    if (!is_leader) {
      other = std::thread([&] { EXPECT_EQ(echo(*channel, "other"), "other"); });
      sent();
    }
    std::thread waiting([&] {
      const auto begun = Clock::now();
      expect_timeout(CORBA::COMPLETED_MAYBE, [&] { echo(*channel, "wait", in(300ms)); });
      EXPECT_LT(Clock::now() - begun, 3s) << is_leader;
    });
    sent();
    std::thread blocked([&] {
      try {
        EXPECT_EQ(echo(*channel, proof(1, 100'000), in(10s)).size(), 100'000U);
      } catch (const CORBA::SystemException& lost) {
        ADD_FAILURE() << lost;
      }
    });
    waiting.join();
    release();
    blocked.join();
    if (other.joinable()) other.join();
  }
  EXPECT_EQ(echo(*channel, "after"), "after");
}

struct Way {
  const char* transport;
  const char* client;
  const char* server;
};
std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.transport << ", " << way.client << ", " << way.server;
}

class OverTransports : public testing::TestWithParam<Way> {
 protected:
  OverTransports() {
    // Set before any thread can call them: the thread sanitizer does not see synchronization through shared memory.
    adapter_.on_dispatch = [](std::string_view operation) {
      if (operation == "grow") std::this_thread::sleep_for(40ms);
    };
    adapter_.on_echo = [this](const std::string& text) { journal_.note(text); };
    auto server_qos = EngineeringQoS::parse(GetParam().server);
    server_ = binder_->listen({.at = {{"127.0.0.1"}}, .publish = {{"127.0.0.1"}}}, server_qos, adapter_);
    const auto profile = server_->profiles(std::as_bytes(std::span("key", 3))).front();
    const std::string client = GetParam().client + std::string("transport=") + GetParam().transport;
    channel_ = binder_->bind(profile, EngineeringQoS::parse(client), no_deadline, {});
  }
  ~OverTransports() override {
    channel_.reset();
    binder_->shutdown();
    server_.reset();
  }

  transport::TcpTransport tcp_;
  transport::UnixTransport unix_;
  transport::ShmTransport shm_;
  Journal journal_;
  TestAdapter adapter_;
  std::unique_ptr<channel::Binder> binder_ = make_binder({{&shm_, &unix_, &tcp_}}, Settings{});
  std::unique_ptr<channel::ServerEndpoint> server_;
  std::shared_ptr<channel::ClientChannel> channel_;
};

// Replies that no caller waits for fill the buffers between the ends, so that the server is blocked until they are
// read.
class LateReplies : public OverTransports {};
INSTANTIATE_TEST_SUITE_P(All, LateReplies,
                         testing::Values(Way{"shm", "connection=shared,", "processing=nullTask"}, Way{"shm", "", ""},
                                         Way{"shm", "processing=nullTask,messages=1,", "processing=nullTask"},
                                         Way{"shm", "wait=adaptive(50),", ""},
                                         Way{"unix", "connection=shared,", "processing=nullTask"},
                                         Way{"unix", "processing=nullTask,messages=1,", ""},
                                         Way{"tcp", "connection=shared,", "processing=nullTask"},
                                         Way{"tcp", "processing=nullTask,messages=1,", "processing=nullTask"}));

TEST_P(LateReplies, AreReadByASenderThatFindsNoRoom) {
  // More than the system buffers.
  const std::uint32_t scale = GetParam().transport == std::string_view("tcp") ? 8 : 1;
  // A reply may come in time if the process is suspended meanwhile.
  for (int late = 0; late < 2;) {
    try {
      grow_before(*channel_, scale * 1'500'000, in(5ms));
    } catch (const CORBA::TIMEOUT& timeout) {
      EXPECT_EQ(timeout.completed(), CORBA::COMPLETED_MAYBE) << timeout;
      ++late;
    }
  }
  const auto text = proof(1, scale * std::size_t{2'500'000});
  EXPECT_TRUE(echo(*channel_, text, in(30s)) == text);
  send_words(*channel_, many_words(), in(30s));
}

class ShortDeadlines : public OverTransports {};
INSTANTIATE_TEST_SUITE_P(All, ShortDeadlines,
                         testing::Values(Way{"shm", "connection=shared,", ""}, Way{"unix", "connection=shared,", ""},
                                         Way{"tcp", "connection=shared,socket=send(16k),", ""},
                                         Way{"shm", "processing=nullTask,messages=1,", ""}));

// The deadlines of others may cut any send short: no argument is damaged, nothing runs twice, COMPLETED_NO is true, and
// a call without a deadline goes well.
TEST_P(ShortDeadlines, CostNobodyElseAnything) {
  std::atomic<int> late{0};
  constexpr std::uint32_t threads = 6;
  const auto calls = static_cast<std::uint32_t>(test::rounds(15));
  std::vector<std::thread> callers;
  for (std::uint32_t caller = 0; caller < threads; ++caller) {
    callers.emplace_back([&, caller] {
      transport::Chance chance(test::seeds(1).front() + caller);
      for (std::uint32_t call = 0; call < calls; ++call) {
        const std::uint32_t number = caller * calls + call;
        const auto text = proof(number, 10'000 + chance.between(0, 200'000));
        const bool has_deadline = caller != 0;
        try {
          const auto deadline = Clock::now() + std::chrono::microseconds(chance.between(50, 2000));
          EXPECT_TRUE(echo(*channel_, text, has_deadline ? deadline : no_deadline) == text);
          EXPECT_TRUE(journal_.has(number));
        } catch (const CORBA::TIMEOUT& timeout) {
          ++late;
          EXPECT_TRUE(has_deadline);
          if (timeout.completed() == CORBA::COMPLETED_NO) {
            EXPECT_FALSE(journal_.has(number)) << timeout;
          }
        } catch (const CORBA::SystemException& other) {
          ADD_FAILURE() << other;
        }
      }
    });
  }
  for (auto& caller : callers) caller.join();
  EXPECT_GT(late.load(), 0);
  EXPECT_EQ(journal_.damaged(), 0);
  EXPECT_EQ(journal_.repeated(), 0);
}

// The messages that a server receives of a call that its client has abandoned.
std::vector<MessageHeader> sent_by_a_call_given_up(const char* qos, std::uint8_t minor, bool is_dimma,
                                                   std::optional<CancelPeers> peers) {
  transport::MemoryNetwork network;
  transport::MemoryTransport memory(network, "tcp");
  const auto listener = memory.listen({"tcp", "here", 0}, {});
  Settings settings;
  if (peers) settings.cancel_peers = *peers;
  const auto binder = make_binder({{&memory}}, settings);
  Profile profile;
  profile.minor = minor;
  profile.address = Address{"here", listener->endpoint().port};
  profile.object_key.assign(3, std::byte{'k'});
  if (is_dimma) profile.components.push_back(orb_type(orb_type_dimma));
  const auto channel = binder->bind({tag_internet_iop, encode(profile)}, EngineeringQoS::parse(qos), no_deadline, {});
  int error = 0;
  const auto stream = listener->accept(error);
  expect_timeout(CORBA::COMPLETED_MAYBE, [&] { echo(*channel, "nobody answers", in(50ms)); });
  std::vector<std::byte> octets(4096);
  octets.resize(stream->receive(octets).octets);
  binder->shutdown();
  std::vector<MessageHeader> messages;
  for (std::size_t at = 0; at + header_octets <= octets.size(); at += messages.back().message_octets()) {
    messages.push_back(
        parse_header(std::span<const std::byte, header_octets>(&octets[at], header_octets), 4096).header);
  }
  return messages;
}

void expect_cancelled_where_it_may_be(const char* qos) {
  struct Case {
    std::uint8_t minor;
    bool is_dimma;
    std::optional<CancelPeers> peers;
    bool is_cancelled;
  };
  constexpr std::array cases{Case{0, false, CancelPeers::any, true},
                             Case{1, false, CancelPeers::any, true},
                             Case{2, false, CancelPeers::any, true},
                             Case{1, true, {}, true},
                             Case{2, true, {}, true},
                             Case{0, false, {}, false},
                             Case{2, false, {}, false},
                             Case{2, true, CancelPeers::dimma, true},
                             Case{2, true, CancelPeers::none, false},
                             Case{0, false, CancelPeers::none, false}};
  for (const auto& each : cases) {
    SCOPED_TRACE(std::string(qos) + " 1." + std::to_string(each.minor) + (each.is_dimma ? " dimma" : ""));
    const auto messages = sent_by_a_call_given_up(qos, each.minor, each.is_dimma, each.peers);
    ASSERT_EQ(messages.size(), each.is_cancelled ? 2U : 1U);
    EXPECT_EQ(messages.front().type, MessageType::request);
    EXPECT_EQ(messages.front().minor, each.minor);
    if (!each.is_cancelled) continue;
    EXPECT_EQ(messages.back().type, MessageType::cancel_request);
    EXPECT_EQ(messages.back().minor, each.minor);
  }
}

TEST(Cancelling, GoesToDimmaInTheVersionOfTheRequest) {
  std::vector<std::thread> threads;
  for (const char* const qos : {"connection=shared", "demultiplexing=task", "processing=nullTask,messages=1"}) {
    threads.emplace_back(expect_cancelled_where_it_may_be, qos);
  }
  for (auto& thread : threads) thread.join();
}

// "... made, 0 waited, 0 refused, 1536 octets unused"
std::size_t octets_unused(const channel::ClientChannel& channel) {
  std::size_t octets = 0;
  for (const auto& fact : channel.describe()) {
    const auto end = fact.usage.find(" octets unused");
    if (end != std::string::npos) octets = std::stoul(fact.usage.substr(fact.usage.rfind(' ', end - 1) + 1));
  }
  return octets;
}

TEST(Slots, KeepNoLargeBuffers) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", {});
  // Another thread brings the reply to its slot.
  const auto channel = ends.bind(EngineeringQoS::parse("demultiplexing=task"));
  EXPECT_EQ(grow(*channel, 300'000).size(), 300'000U);
  EXPECT_GE(octets_unused(*channel), 300'000U);
  EXPECT_EQ(grow(*channel, 8'000'000).size(), 8'000'000U);
  EXPECT_LT(octets_unused(*channel), 2'000'000U);
  const std::string text(4'000'000, 'a');
  EXPECT_EQ(echo(*channel, text), text);
  EXPECT_LT(octets_unused(*channel), 2'000'000U);
}

}  // namespace
}  // namespace dimma::iiop
