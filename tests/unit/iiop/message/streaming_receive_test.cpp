// Long messages that are decoded while they arrive, however their peers send them.

#include "unit/iiop/channel_fixture.hpp"

#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/giop/streamed_fragments.hpp"
#include "iiop/message/fragment_plan.hpp"
#include "iiop/message/giop_reader.hpp"

#include <array>
#include <atomic>
#include <cstring>
#include <future>
#include <latch>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;
using Octets = std::vector<std::uint8_t>;

constexpr std::size_t long_octets = 1'000'000;

Octets some(std::size_t octets) {
  Octets values(octets);
  for (std::size_t i = 0; i < octets; ++i) values[i] = static_cast<std::uint8_t>(i * 31 / 7);
  return values;
}

std::vector<std::byte> request(std::uint32_t id, std::string_view operation, auto... arguments) {
  const RequestTemplate head(2, {std::as_bytes(std::span("key", 3))});
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  head.write(out, id, operation, Response::with_target);
  const BodyMark body = begin_body(out, 2);
  (cdr::write(out, arguments), ...);
  end_message(out, body);
  return {out.octets().begin(), out.octets().end()};
}

// The message in fragments of `fragment_octets` octets, if it is longer; 0: in one piece.
std::vector<std::byte> cut(std::vector<std::byte> message, std::size_t fragment_octets) {
  if (fragment_octets == 0) return message;
  FragmentPlan plan(message, fragment_octets);
  std::vector<std::byte> octets;
  for (const iovec& piece : plan.pieces()) {
    const auto* const first = static_cast<const std::byte*>(piece.iov_base);
    octets.insert(octets.end(), first, first + piece.iov_len);
  }
  return octets;
}

// A client that sends raw octets.
class RawClient {
 public:
  RawClient(transport::Transport& transport, const Ends& ends) {
    const auto at = decode_profile(ends.profile.data).address;
    stream_ = transport.connect({std::string(transport.name()), at.host, at.port}, Clock::now() + 10s, {}).stream;
  }
  void send(std::span<const std::byte> octets) { EXPECT_TRUE(offer(octets)); }
  // Returns true if the server has taken all octets.
  bool offer(std::span<const std::byte> octets) {
    iovec piece{const_cast<std::byte*>(octets.data()), octets.size()};
    return static_cast<bool>(stream_->send({&piece, 1}));
  }
  // The id and status of the next reply, whose body is left to the caller.
  ReplyHeader reply(Octets* result = nullptr) {
    while (reader_.next() == Progress::need_more) {
      const auto got = stream_->receive(reader_.space());
      EXPECT_TRUE(got);
      if (!got) return {};
      reader_.received(got.octets);
    }
    auto in = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_NO);
    const auto header = read_reply_header(in, reader_.header().minor);
    if (result != nullptr) cdr::read(in, *result);
    return header;
  }
  void close() { stream_->shutdown(); }
  // Reads until the server ends the connection. Returns the types of the messages that it has sent before.
  std::vector<MessageType> until_the_end() {
    std::vector<MessageType> types;
    for (;;) {
      while (reader_.next() == Progress::message) types.push_back(reader_.header().type);
      const auto got = stream_->receive(reader_.space(), Clock::now() + 20s);
      EXPECT_NE(got.status, transport::Status::timeout);
      if (!got) return types;
      reader_.received(got.octets);
    }
  }

 private:
  std::unique_ptr<transport::Stream> stream_;
  MessageReader reader_;
};

// The in-memory transport delivers each send in one piece, so that the server finds many octets at once.
struct RequestForm {
  const char* server;
  std::size_t fragment_octets;
};
class StreamedRequests : public testing::TestWithParam<RequestForm> {
 protected:
  static auto bulk_request(std::uint32_t id, const Octets& values) {
    return cut(request(id, "bulk", values), GetParam().fragment_octets);
  }
  void SetUp() override {
    ends_.adapter.on_dispatch = [this](std::string_view operation) {
      if (operation == "bulk" && !was_dispatched_.exchange(true)) dispatched_.count_down();
    };
  }

  std::atomic<bool> was_dispatched_{false};
  std::latch dispatched_{1};  // outlives the threads of `ends_`
  transport::MemoryNetwork network_;
  transport::MemoryTransport memory_{network_, "tcp"};
  Ends ends_{memory_, "here", EngineeringQoS::parse(GetParam().server)};
};
INSTANTIATE_TEST_SUITE_P(All, StreamedRequests,
                         testing::Values(RequestForm{"", 0}, RequestForm{"processing=nullTask", 0},
                                         RequestForm{"processing=pool(3)", 0}, RequestForm{"", 200'000},
                                         RequestForm{"processing=nullTask", 70'000},
                                         RequestForm{"processing=pool(3)", 300'000}));

TEST_P(StreamedRequests, AreServedBeforeTheyAreWhole) {
  const Octets values = some(long_octets);
  const auto message = bulk_request(7, values);
  RawClient client(memory_, ends_);
  std::thread sender([&] { client.send(std::span(message).first(message.size() / 2)); });
  dispatched_.wait();
  // The sender stalls, which must not affect others.
  const auto other = ends_.bind(shared_qos);
  EXPECT_EQ(echo(*other, "meanwhile"), "meanwhile");
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(echo(*other, "later"), "later");
  sender.join();
  client.send(std::span(message).subspan(message.size() / 2));
  Octets result;
  EXPECT_EQ(client.reply(&result).request_id, 7U);
  EXPECT_TRUE(result == values);
  client.send(request(8, "echo", std::string("still there")));
  EXPECT_EQ(client.reply().request_id, 8U);
}

TEST_P(StreamedRequests, APeerThatIsGoneInTheMiddleCostsItsConnectionOnly) {
  const auto message = bulk_request(7, some(long_octets));
  {
    RawClient client(memory_, ends_);
    std::thread sender([&] { client.send(std::span(message).first(message.size() / 2)); });
    dispatched_.wait();
    sender.join();
    client.close();
  }
  const auto other = ends_.bind(dedicated_qos);
  EXPECT_TRUE(bulk(*other, some(long_octets)) == some(long_octets));
}

// The arguments are not read: the operation does not exist, or they are malformed. The next request is served.
TEST_P(StreamedRequests, UnreadArgumentsArePassedOver) {
  RawClient client(memory_, ends_);
  auto messages = cut(request(1, "nothing", some(long_octets)), GetParam().fragment_octets);
  const auto malformed =
      cut(request(2, "bulk", std::uint32_t{2'000'000}, some(long_octets)), GetParam().fragment_octets);
  messages.insert(messages.end(), malformed.begin(), malformed.end());
  const auto sound = request(3, "echo", std::string("sound"));
  messages.insert(messages.end(), sound.begin(), sound.end());
  std::thread sender([&] { client.send(messages); });
  for (std::uint32_t id = 1; id <= 2; ++id) {
    const auto reply = client.reply();
    EXPECT_EQ(reply.request_id, id);
    EXPECT_EQ(reply.status, ReplyStatus::system_exception);
  }
  EXPECT_EQ(client.reply().status, ReplyStatus::no_exception);
  sender.join();
}

// Between the fragments of a request that is being decoded come another request, which waits unless the fragments take
// so long that another thread reads on, and a CancelRequest.
TEST_P(StreamedRequests, OthersMayComeBetweenFragments) {
  if (GetParam().fragment_octets == 0) return;
  const auto first_half = [](const std::vector<std::byte>& message) {
    std::size_t at = 0;
    while (at < message.size() / 2) {
      at += parse_header(std::span(message).subspan(at).first<header_octets>(), message.size()).header.message_octets();
    }
    return at;
  };
  const Octets values = some(long_octets);
  RawClient client(memory_, ends_);
  for (const bool cancels : {false, true}) {
    const auto message = bulk_request(7, values);
    const std::size_t half = first_half(message);
    std::thread sender([&] { client.send(std::span(message).first(half)); });
    if (!cancels) dispatched_.wait();
    sender.join();
    client.send(request(8, "echo", std::string("between")));
    if (cancels) {
      cdr::Buffer buffer(32);
      cdr::Encoder out(buffer);
      write_cancel_request(out, 2, 7);
      client.send(out.octets());
    } else {
      client.send(std::span(message).subspan(half));
    }
    // A request that is cancelled after it has begun may be answered or not.
    bool has_bulk = cancels;
    for (bool has_other = false; !has_bulk || !has_other;) {
      Octets result;
      const auto reply = client.reply(&result);
      if (reply.request_id == 8) {
        has_other = true;
        EXPECT_EQ(reply.status, ReplyStatus::no_exception);
        continue;
      }
      EXPECT_EQ(reply.request_id, 7U);
      EXPECT_EQ(reply.status, cancels ? ReplyStatus::system_exception : ReplyStatus::no_exception);
      EXPECT_TRUE(cancels || result == values);
      has_bulk = true;
    }
  }
}

// In the middle of a request that is being decoded come octets that are not GIOP, or more than the server accepts.
TEST_P(StreamedRequests, RubbishInPlaceOfAFragmentEndsTheConnection) {
  if (GetParam().fragment_octets == 0) return;
  const auto message = bulk_request(7, some(long_octets));
  const auto ends = std::make_unique<Ends>(memory_, "there", EngineeringQoS::parse(GetParam().server),
                                           Settings{.message_octets_max = long_octets / 2});
  for (const bool too_long : {false, true}) {
    RawClient client(memory_, too_long ? *ends : ends_);
    const std::size_t first = header_octets + cdr::detail::load<std::uint32_t>(message.data() + size_offset, false);
    auto sent = too_long ? message : std::vector(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(first));
    if (!too_long) sent.insert(sent.end(), 40, std::byte{'x'});
    client.offer(sent);
    const auto answers = client.until_the_end();
    ASSERT_FALSE(answers.empty());
    EXPECT_EQ(answers.back(), MessageType::message_error);
  }
  const auto other = ends_.bind(dedicated_qos);
  EXPECT_TRUE(bulk(*other, some(long_octets)) == some(long_octets));
}

TEST(StreamedRequest, AThreadThatIsAloneWaitsForTheWholeOfIt) {
  transport::MemoryNetwork network;
  transport::MemoryTransport memory(network, "tcp");
  Ends ends(memory, "here", EngineeringQoS::parse("processing=pool(1)"));
  const Octets values = some(long_octets);
  const auto message = request(7, "bulk", values);
  RawClient client(memory, ends);
  std::thread sender([&] { client.send(std::span(message).first(message.size() / 2)); });
  const auto other = ends.bind(shared_qos);
  EXPECT_EQ(echo(*other, "meanwhile"), "meanwhile");
  sender.join();
  client.send(std::span(message).subspan(message.size() / 2));
  Octets result;
  EXPECT_EQ(client.reply(&result).request_id, 7U);
  EXPECT_TRUE(result == values);
}

// A server that sends raw octets, for a reply that comes in parts.
struct ReplyForm {
  bool dedicated;
  std::size_t fragment_octets;
};
class StreamedReplies : public testing::TestWithParam<ReplyForm> {
 protected:
  EngineeringQoS qos() const {
    return GetParam().dedicated ? dedicated_qos : EngineeringQoS::parse("connection=shared");
  }
  void SetUp() override {
    const auto profile =
        binder_->profile_for(2, {"here", listener_->endpoint().port}, std::as_bytes(std::span("key", 3)));
    channel_ = binder_->bind(profile, qos(), no_deadline, {});
    int error = 0;
    while (!stream_) stream_ = listener_->accept(error);
  }
  void TearDown() override { binder_->shutdown(); }

  std::uint32_t next_request() {
    while (reader_.next() == Progress::need_more) {
      const auto got = stream_->receive(reader_.space());
      if (!got) return 0;
      reader_.received(got.octets);
    }
    if (reader_.header().type == MessageType::cancel_request) return next_request();
    auto in = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_NO);
    const auto header = read_request_header(in, 2);
    addressing_ = header.addressing;
    says_its_kind_ = accepts_streamed_fragments(header.contexts);
    return header.request_id;
  }
  static std::vector<std::byte> reply(std::uint32_t id, const Octets& values) {
    cdr::Buffer buffer;
    cdr::Encoder out(buffer);
    const BodyMark body = begin_reply(out, 2, id, ReplyStatus::no_exception);
    cdr::write(out, values);
    end_message(out, body);
    return cut({out.octets().begin(), out.octets().end()}, GetParam().fragment_octets);
  }
  void send(std::span<const std::byte> octets) {
    iovec piece{const_cast<std::byte*>(octets.data()), octets.size()};
    stream_->send({&piece, 1});
  }
  void ask_for(Addressing addressing) {
    const std::uint32_t id = next_request();
    cdr::Buffer buffer;
    cdr::Encoder out(buffer);
    const BodyMark body = begin_reply(out, 2, id, ReplyStatus::needs_addressing_mode);
    out.put(static_cast<std::int16_t>(addressing));
    end_message(out, body);
    send(out.octets());
  }

  Addressing addressing_ = Addressing::key;  // in the last request
  bool says_its_kind_ = false;               // the last request
  transport::MemoryNetwork network_;
  transport::MemoryTransport memory_{network_, "tcp"};
  std::unique_ptr<transport::Listener> listener_ = memory_.listen({"tcp", "here", 0}, {});
  std::unique_ptr<channel::Binder> binder_ = make_binder({{&memory_}}, {});
  std::shared_ptr<channel::ClientChannel> channel_;
  std::unique_ptr<transport::Stream> stream_;
  MessageReader reader_;
};
INSTANTIATE_TEST_SUITE_P(All, StreamedReplies,
                         testing::Values(ReplyForm{true, 0}, ReplyForm{false, 0}, ReplyForm{true, 90'000},
                                         ReplyForm{false, 300'000}));

Octets call(channel::ClientChannel& channel, Deadline deadline = no_deadline) {
  constexpr static Operation operation{"grow"};
  Octets result;
  const auto write = [](cdr::Encoder&) {};
  const auto read = [&](cdr::Decoder& in) { cdr::read(in, result); };
  channel::Request request{operation, write, read, deadline};
  channel.call(request);
  return result;
}

TEST_P(StreamedReplies, AskForAnotherAddressingOnceAndForAll) {
  for (const auto wanted : {Addressing::profile, Addressing::reference, Addressing::key}) {
    auto result = std::async(std::launch::async, [this] { return call(*channel_); });
    const auto before = addressing_;
    ask_for(wanted);
    EXPECT_EQ(addressing_, before);
    const auto id = next_request();
    EXPECT_EQ(addressing_, wanted);
    send(reply(id, {1, 2}));
    EXPECT_EQ(result.get(), (Octets{1, 2}));
    // A oneway has no reply that could ask for another addressing; it uses the last one.
    note(*channel_, "once");
    next_request();
    EXPECT_EQ(addressing_, wanted);
  }
}

TEST_P(StreamedReplies, ThatAskForAnotherAddressingAgainAndAgain) {
  auto result = std::async(std::launch::async, [this] { return call(*channel_); });
  ask_for(Addressing::profile);
  ask_for(Addressing::reference);
  EXPECT_THROW(result.get(), CORBA::INTERNAL);
}

// Only a server that is a dimma gets the request for fragments.
TEST_P(StreamedReplies, AreAskedForInFragmentsOfAServerOfTheSameKind) {
  const auto exchange = [this] {
    auto result = std::async(std::launch::async, [this] { return call(*channel_); });
    send(reply(next_request(), {1}));
    return result.get();
  };
  exchange();
  EXPECT_FALSE(says_its_kind_);
  auto profile = decode_profile(
      binder_->profile_for(2, {"here", listener_->endpoint().port}, std::as_bytes(std::span("key", 3))).data);
  profile.components.push_back(orb_type(orb_type_dimma));
  const auto own_binder = make_binder({{&memory_}}, {});
  channel_ = own_binder->bind({tag_internet_iop, encode(profile)}, qos(), no_deadline, {});
  int error = 0;
  for (stream_ = nullptr; !stream_;) stream_ = listener_->accept(error);
  exchange();
  EXPECT_TRUE(says_its_kind_);
  exchange();
  EXPECT_FALSE(says_its_kind_);
  channel_.reset();
  own_binder->shutdown();
}

TEST_P(StreamedReplies, AreReadWhileTheyArrive) {
  const Octets values = some(long_octets);
  auto result = std::async(std::launch::async, [this] { return call(*channel_); });
  const auto message = reply(next_request(), values);
  for (std::size_t sent = 0; sent < message.size(); sent += 77'777) {
    send(std::span(message).subspan(sent, std::min<std::size_t>(77'777, message.size() - sent)));
  }
  EXPECT_TRUE(result.get() == values);
}

TEST_P(StreamedReplies, MayComeTooLateInPart) {
  auto late = std::async(std::launch::async, [this] { return call(*channel_, Clock::now() + 200ms); });
  const auto message = reply(next_request(), some(long_octets));
  std::thread sender([&] { send(std::span(message).first(message.size() / 2)); });
  EXPECT_THROW(late.get(), CORBA::TIMEOUT);
  auto next = std::async(std::launch::async, [this] { return call(*channel_); });
  sender.join();
  const auto rest = std::async(std::launch::async, [&] { send(std::span(message).subspan(message.size() / 2)); });
  const auto id = next_request();
  rest.wait();
  send(reply(id, some(3)));
  EXPECT_EQ(next.get(), some(3));
}

TEST_P(StreamedReplies, MayBreakOff) {
  auto result = std::async(std::launch::async, [this] { return call(*channel_); });
  const auto message = reply(next_request(), some(long_octets));
  std::thread sender([&] {
    send(std::span(message).first(message.size() / 2));
    stream_->shutdown();
  });
  try {
    result.get();
    ADD_FAILURE() << "a result";
  } catch (const CORBA::COMM_FAILURE& lost) {
    EXPECT_EQ(lost.completed(), CORBA::COMPLETED_YES);
  }
  sender.join();
}

// The caller that reads the reply may not be the one that waits for it.
TEST(StreamedReply, ReachesEachOfManyCallers) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", {});
  const auto channel = ends.bind(EngineeringQoS::parse("connection=shared"));
  std::vector<std::thread> callers;
  for (std::size_t caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&, values = some(300'000 + 100'000 * caller)] {
      for (int i = 0; i < 10; ++i) EXPECT_TRUE(bulk(*channel, values) == values);
    });
  }
  for (auto& caller : callers) caller.join();
}

}  // namespace
}  // namespace dimma::iiop
