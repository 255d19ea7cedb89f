// Asynchronous calls that wait for a message slot.

#include "iiop/client/limited_channel.hpp"
#include "iiop/message/settings.hpp"

#include <dimma/exception.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

namespace dimma::iiop {
namespace {

class NoAnswer final : public channel::Answer {
 public:
  channel::Outcome read(const channel::Request& /*request*/, bool /*was_asked*/) override { return {}; }
};

class FakeCall final : public channel::Awaiting {
 public:
  channel::Request& request() noexcept override { return request_; }
  bool may_wait() const noexcept override { return false; }
  void begun_as(std::weak_ptr<channel::CancelPlace> /*place*/, std::uint32_t /*request_id*/,
                bool /*is_sent*/) noexcept override {
    on_begun();
  }
  void answered(std::shared_ptr<Awaiting> /*self*/, std::unique_ptr<channel::Answer> /*answer*/) noexcept override {
    on_answer();
  }

  std::function<void()> on_begun = [] {};
  std::function<void()> on_answer = [] {};

 private:
  static constexpr Operation operation{"op"};
  const std::function<void(cdr::Encoder&)> write_ = [](cdr::Encoder&) {};
  const std::function<void(cdr::Decoder&)> read_ = [](cdr::Decoder&) {};
  channel::Request request_{operation, write_, read_, no_deadline};
};

// The inner channel, which keeps the calls that were begun.
class BegunCalls final : public AssembledChannel {
 public:
  void open(Deadline /*deadline*/) override {}
  channel::Outcome call(channel::Request& /*request*/) override { return {}; }
  void begin(std::shared_ptr<channel::Awaiting> call) override {
    begun.push_back(std::move(call));
    on_begin();
  }
  channel::Located locate(channel::Outcome& /*forward*/, Deadline /*deadline*/) override {
    return channel::Located::object_here;
  }
  void close() noexcept override {}
  void report(std::vector<channel::Fact>& /*facts*/) const override {}

  void answer_last() {
    const auto last = begun.back();
    last->answered(last, std::make_unique<NoAnswer>());
  }

  std::vector<std::shared_ptr<channel::Awaiting>> begun;
  std::function<void()> on_begin = [] {};
};

// A channel with one message slot.
struct Limited {
  Limited() = default;
  ~Limited() { watch.stop(); }

  const Settings settings{};
  ReplyWatch watch;
  const std::shared_ptr<BegunCalls> within = std::make_shared<BegunCalls>();
  std::shared_ptr<LimitedChannel> channel =
      std::make_shared<LimitedChannel>(within, EngineeringQoS::parse("messages=1"), settings, watch);
};

TEST(LimitedChannel, MayEndWithTheLastCallWhileThatIsBeingBegun) {
  Limited limited;
  const auto first = std::make_shared<FakeCall>();
  const auto last = std::make_shared<FakeCall>();
  limited.channel->begin(first);
  last->on_begun = [&] { limited.within->answer_last(); };  // the slot becomes free as the call begins to wait
  last->on_answer = [&] { limited.channel.reset(); };
  limited.within->on_begin = [&] { limited.within->answer_last(); };
  const std::weak_ptr<LimitedChannel> channel = limited.channel;
  limited.channel->begin(last);
  EXPECT_TRUE(channel.expired());
  EXPECT_EQ(limited.within->begun.size(), 2U);
}

TEST(LimitedChannel, BeginsAWaitingCallAfterOneThatCouldNotBeBegun) {
  Limited limited;
  const auto refused = std::make_shared<FakeCall>();
  const auto waiting = std::make_shared<FakeCall>();
  bool is_first = true;
  limited.within->on_begin = [&] {
    if (!std::exchange(is_first, false)) return;
    limited.channel->begin(waiting);
    limited.within->begun.clear();
    throw CORBA::TRANSIENT();
  };
  EXPECT_THROW(limited.channel->begin(refused), CORBA::TRANSIENT);
  ASSERT_EQ(limited.within->begun.size(), 1U);
  limited.within->answer_last();
}

}  // namespace
}  // namespace dimma::iiop
