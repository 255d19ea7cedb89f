// A channel with subscribers, around a channel that the test implements.

#include "unit/channel/event_record.hpp"
#include "unit/common/allocation_counter.hpp"

#include <functional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

using Events = EventRecord::Events;

// Returns the arguments of a call as its results.
class MirrorChannel final : public channel::ClientChannel, public channel::Accounted {
 public:
  bool is_closed = false;
  std::shared_ptr<channel::Awaiting> begun;

  channel::Outcome call(channel::Request& request) override { return mirror(request); }
  void begin(std::shared_ptr<channel::Awaiting> call) override {
    if (is_closed) throw CORBA::COMM_FAILURE();
    begun = std::move(call);
  }
  void answer() {
    auto& told = *begun;
    told.answered(std::move(begun), std::make_unique<Mirrored>(*this));
  }
  channel::Located locate(channel::Outcome&, Deadline) override { return channel::Located::object_here; }
  void close() noexcept override { is_closed = true; }
  std::vector<channel::Fact> describe() const override { return {{"channel", "mirror"}}; }
  channel::Accounted* accounted() noexcept override { return this; }
  FlowReport account(std::chrono::milliseconds) override { return {}; }

 private:
  class Mirrored final : public channel::Answer {
   public:
    explicit Mirrored(MirrorChannel& channel) noexcept : channel_(channel) {}
    channel::Outcome read(const channel::Request& request, bool) override { return channel_.mirror(request); }

   private:
    MirrorChannel& channel_;
  };

  channel::Outcome mirror(const channel::Request& request) {
    cdr::Encoder out(buffer_);
    request.arguments(out);
    cdr::Decoder in(out.octets());
    request.results(in);
    return {};
  }

  cdr::Buffer buffer_;
};

constexpr Operation mirror_operation{"mirror"};

// A call that writes a number and reads it back.
class Mirroring final : public channel::Awaiting {
 public:
  channel::Request& request() noexcept override { return request_; }
  void answered(std::shared_ptr<channel::Awaiting>, std::unique_ptr<channel::Answer> answer) noexcept override {
    answer_ = std::move(answer);
  }
  void read() {
    channel::read_answer(answer_, request_, false);
    answer_.reset();
  }
  void drop() noexcept { answer_.reset(); }
  bool is_mirrored() const noexcept { return result_ == 4711; }

 private:
  std::uint32_t result_ = 0;
  const std::function<void(cdr::Encoder&)> write_ = [](cdr::Encoder& out) { out.put(std::uint32_t{4711}); };
  const std::function<void(cdr::Decoder&)> read_ = [this](cdr::Decoder& in) { result_ = in.get<std::uint32_t>(); };
  channel::Request request_{mirror_operation, write_, read_};
  std::unique_ptr<channel::Answer> answer_;
};

class SubscribedChannel : public testing::Test {
 protected:
  std::shared_ptr<channel::ClientChannel> subscribed(std::shared_ptr<channel::ClientChannel> channel,
                                                     const std::string& name = "") {
    return RecordingSubscriber(record_, name).around(std::move(channel), "mirror", {}, "");
  }
  EventRecord record_;
  const std::shared_ptr<MirrorChannel> mirror_ = std::make_shared<MirrorChannel>();
  const std::shared_ptr<Mirroring> call_ = std::make_shared<Mirroring>();
};

TEST_F(SubscribedChannel, IsAccountedIfTheChannelIs) {
  EXPECT_EQ(subscribed(mirror_)->accounted(), mirror_->accounted());
}

TEST_F(SubscribedChannel, RaisesTheEventsOfTheInnerCallWithinThoseOfTheOuter) {
  const auto channel = subscribed(subscribed(mirror_, "inner "), "outer ");
  channel->call(call_->request());
  EXPECT_TRUE(call_->is_mirrored());
  EXPECT_EQ(
      record_.take(End::client, 12),
      (Events{"outer mirror begins", "inner mirror begins", "inner mirror encoding", "outer mirror encoding",
              "outer mirror encoded 4", "inner mirror encoded 4", "inner mirror decoding", "outer mirror decoding",
              "outer mirror decoded 4", "inner mirror decoded 4", "inner mirror ended", "outer mirror ended"}));
}

TEST_F(SubscribedChannel, EndsAnAsynchronousCallWhenItsAnswerHasBeenRead) {
  const auto channel = subscribed(mirror_);
  channel->begin(call_);
  mirror_->answer();
  EXPECT_EQ(record_.take(End::client, 1), Events{"mirror begins"});
  call_->read();
  EXPECT_TRUE(call_->is_mirrored());
  EXPECT_EQ(record_.take(End::client, 5),
            (Events{"mirror encoding", "mirror encoded 4", "mirror decoding", "mirror decoded 4", "mirror ended"}));
  mirror_->call(call_->request());  // raises no events now
  EXPECT_EQ(record_.take(End::client, 0), Events{});
}

TEST_F(SubscribedChannel, EndsAnAsynchronousCallThatDoesNotBegin) {
  const auto channel = subscribed(mirror_);
  channel->close();
  EXPECT_THROW(channel->begin(call_), CORBA::COMM_FAILURE);
  EXPECT_EQ(record_.take(End::client, 3), (Events{"mirror begins", "mirror throws COMM_FAILURE", "mirror ended"}));
}

TEST_F(SubscribedChannel, EndsAnAsynchronousCallWhoseAnswerIsDropped) {
  const auto channel = subscribed(subscribed(mirror_, "inner "), "outer ");
  channel->begin(call_);
  mirror_->answer();
  call_->drop();
  EXPECT_EQ(record_.take(End::client, 4),
            (Events{"outer mirror begins", "inner mirror begins", "inner mirror ended", "outer mirror ended"}));
  mirror_->call(call_->request());  // the request has its own arguments and results again
  EXPECT_TRUE(call_->is_mirrored());
  EXPECT_EQ(record_.take(End::client, 0), Events{});
}

// Raises events that nothing records.
class QuietChannel final : public channel::SubscribedChannel {
 public:
  explicit QuietChannel(std::shared_ptr<ClientChannel> within) : SubscribedChannel(std::move(within)) {}
  channel::Outcome call(channel::Request& request) override {
    class Quiet final : public channel::CallEvents {
    } events;
    return call_raising(request, events);
  }
};

TEST_F(SubscribedChannel, AllocatesNothingForACall) {
  QuietChannel channel(mirror_);
  channel.call(call_->request());  // the channel's buffer grows
  const auto before = allocations();
  for (int i = 0; i < 10; ++i) channel.call(call_->request());
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace dimma::test
