// The events of calls at both ends, over IIOP and the in-memory transport.

#include "cdr/stream/exceptions.hpp"
#include "unit/channel/event_record.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <future>

namespace dimma::test {
namespace {

using Events = EventRecord::Events;

// Echoes, fails, forwards, puts aside and defers requests, as the ORB would.
class Adapter final : public channel::Dispatcher {
 public:
  std::promise<std::shared_ptr<DetachedReply>> deferred;

  void dispatch(ServerRequest& request) noexcept override {
    try {
      serve(request);
    } catch (const CORBA::UserException& exception) {
      request.failed(exception);
      cdr::write_exception(request.begin_reply(ServerRequest::ReplyStatus::user_exception), exception);
    } catch (const CORBA::SystemException& exception) {
      request.failed(exception);
      cdr::write_exception(request.begin_failure(exception._detail()), exception);
    }
  }
  channel::Located locate(std::span<const std::byte>, channel::Octets&, channel::Session*) noexcept override {
    return channel::Located::object_here;
  }

 private:
  class Place final : public WaitingPlace {
   public:
    void abandoned(const WaitingRequest&) noexcept override {}
  };

  void serve(ServerRequest& request) {
    const std::string operation(request.operation());
    if (operation == "fail_user") throw iiop::TestFailure();
    if (operation == "fail_system") throw CORBA::NO_PERMISSION(5, CORBA::COMPLETED_YES);
    if (operation == "wait" && !has_waited_.exchange(true)) return request.put_aside(place_)->resume();
    if (operation == "defer") return deferred.set_value(request.detach({}));
    if (operation == "forward") {
      const channel::Octets nowhere(12);  // a reference without profiles
      return request.begin_reply(ServerRequest::ReplyStatus::location_forward).put_octets(nowhere);
    }
    const auto text = cdr::read<std::string>(request.arguments());
    if (operation == "write") return request.reply([&](cdr::Encoder& out) { cdr::write(out, text); });
    cdr::write(request.reply(), text);
  }

  const std::shared_ptr<Place> place_ = std::make_shared<Place>();
  std::atomic<bool> has_waited_{false};
};

class CallEvents : public testing::TestWithParam<const char*> {
 protected:
  CallEvents() {
    const auto qos = EngineeringQoS::parse(GetParam());
    server_ = channel::listen(*binder_, {.at = {{"here"}}, .publish = {{"here"}}}, {}, adapter_, subscribers_);
    const auto profile = server_->profiles(std::as_bytes(std::span("key", 3))).front();
    channel_ = subscribers_.front()->around(binder_->bind(profile, qos, no_deadline, {}), "iiop", qos, "");
    EXPECT_EQ(record_.take(End::server, 1), Events{"protocol opened"});
  }
  ~CallEvents() override {
    channel_.reset();
    binder_->shutdown();
    server_.reset();
    const auto last = record_.take(End::server, 1);
    EXPECT_EQ(std::ranges::count(last, "closes"), 1);
  }

  // Sends "text", which takes nine octets, and reads the result.
  channel::Outcome call(std::string_view name, bool oneway = false) {
    static constexpr std::array raises{
        ExceptionEntry{"IDL:TestFailure:1.0", [](cdr::Decoder& in) { raise_user_exception<iiop::TestFailure>(in); }}};
    const Operation operation{name, oneway, raises};
    const auto write = [](cdr::Encoder& out) { cdr::write(out, std::string("text")); };
    const auto read = [](cdr::Decoder& in) { EXPECT_EQ(cdr::read<std::string>(in), "text"); };
    channel::Request request{operation, write, read};
    return channel_->call(request);
  }

  EventRecord record_;
  const channel::CallSubscribers subscribers_{std::make_shared<RecordingSubscriber>(record_)};
  Adapter adapter_;
  transport::MemoryNetwork network_;
  transport::MemoryTransport memory_{network_, "tcp"};
  std::unique_ptr<channel::Binder> binder_ = iiop::make_binder({{&memory_}}, {});
  std::shared_ptr<channel::ServerEndpoint> server_;
  std::shared_ptr<channel::ClientChannel> channel_;
};
INSTANTIATE_TEST_SUITE_P(Channels, CallEvents,
                         testing::Values("", "processing=nullTask,messages=1", "processing=pool(2)", "messages=2"));

TEST_P(CallEvents, OfACallComeInOrder) {
  call("echo");
  EXPECT_EQ(record_.take(End::client, 6), (Events{"echo begins", "echo encoding", "echo encoded 9", "echo decoding",
                                                  "echo decoded 9", "echo ended"}));
  EXPECT_EQ(record_.take(End::server, 4), (Events{"echo begins", "echo encoding", "echo encoded 9", "echo ended"}));
}

TEST_P(CallEvents, OfAReplyThatIsWrittenAtOnceAreTheSame) {
  call("write");
  EXPECT_EQ(record_.take(End::server, 4), (Events{"write begins", "write encoding", "write encoded 9", "write ended"}));
}

TEST_P(CallEvents, OfAOnewayEndWithItsRequest) {
  call("echo", true);
  EXPECT_EQ(record_.take(End::client, 4), (Events{"echo begins", "echo encoding", "echo encoded 9", "echo ended"}));
  EXPECT_EQ(record_.take(End::server, 4).front(), "echo begins");
}

TEST_P(CallEvents, TellOfExceptions) {
  EXPECT_THROW(call("fail_user"), iiop::TestFailure);
  EXPECT_EQ(record_.take(End::client, 5), (Events{"fail_user begins", "fail_user encoding", "fail_user encoded 9",
                                                  "fail_user throws TestFailure", "fail_user ended"}));
  const auto at_server = record_.take(End::server, 5);
  ASSERT_EQ(at_server.size(), 5U);
  EXPECT_EQ(at_server[1], "fail_user failed TestFailure");
  EXPECT_THROW(call("fail_system"), CORBA::NO_PERMISSION);
  EXPECT_EQ(record_.take(End::client, 5)[3], "fail_system throws NO_PERMISSION");
  EXPECT_EQ(record_.take(End::server, 5)[1], "fail_system failed NO_PERMISSION");
}

TEST_P(CallEvents, TellThatTheObjectIsElsewhere) {
  EXPECT_EQ(call("forward").kind, channel::Outcome::Kind::location_forward);
  EXPECT_EQ(record_.take(End::client, 5)[3], "forward forwarded");
  EXPECT_EQ(record_.take(End::server, 5)[1], "forward forwarded");
}

TEST_P(CallEvents, BeginAnewWhenARequestHasBeenPutAside) {
  call("wait");
  EXPECT_EQ(record_.take(End::client, 6).size(), 6U);
  const auto events = record_.take(End::server, 7);
  EXPECT_EQ(std::ranges::count(events, "wait begins"), 2);
  EXPECT_EQ(std::ranges::count(events, "wait put aside"), 1);
  EXPECT_EQ(std::ranges::count(events, "wait encoded 9"), 1);
  EXPECT_EQ(std::ranges::count(events, "wait ended"), 2);
}

TEST_P(CallEvents, OfADeferredReplyComeWithTheReply) {
  auto called = std::async(std::launch::async, [this] { call("defer"); });
  const auto reply = adapter_.deferred.get_future().get();
  EXPECT_EQ(record_.take(End::server, 3), (Events{"defer begins", "late defer begins", "defer ended"}));
  reply->complete([](ServerRequest& request) {
    request.failed(CORBA::NO_RESPONSE());
    cdr::write(request.reply(), std::string("text"));
  });
  called.get();
  EXPECT_EQ(record_.take(End::server, 4), (Events{"late defer failed NO_RESPONSE", "late defer encoding",
                                                  "late defer encoded 9", "late defer ended"}));
}

TEST_P(CallEvents, EndWithTheLossOfTheConnection) {
  channel_->close();
  EXPECT_THROW(call("echo"), CORBA::BAD_INV_ORDER);
  EXPECT_EQ(record_.take(End::client, 3), (Events{"echo begins", "echo throws BAD_INV_ORDER", "echo ended"}));
}

}  // namespace
}  // namespace dimma::test
