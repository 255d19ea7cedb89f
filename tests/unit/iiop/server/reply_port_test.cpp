// How replies are sent: one by one, in a batch, after octets that the client has not taken, and the last one.

#include "iiop/server/replies/reply_port.hpp"
#include "unit/iiop/channel_fixture.hpp"
#include "unit/iiop/memory_streams.hpp"

#include "iiop/giop/giop.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

class Owner final : public ReplyOwner, public std::enable_shared_from_this<Owner> {
 public:
  std::shared_ptr<void> keep() noexcept override { return shared_from_this(); }
  bool hold() noexcept override { return ++holders > 1; }
  void release() noexcept override { --holders; }
  void give_up(const char* why, log::Event /*event*/) noexcept override { given_up = why; }
  void replies_taken() noexcept override { ++times_taken; }

  int holders = 1;
  std::string given_up;
  int times_taken = 0;
};

class ReplyPorts : public testing::Test {
 protected:
  ~ReplyPorts() override { streams_.client->shutdown(); }

  // A message of that many octets, all of which are that letter.
  cdr::Encoder& message(std::size_t octets, char letter) {
    buffer_ = cdr::Buffer(octets);
    out_.emplace(buffer_, std::endian::native);
    const std::string text(octets, letter);
    out_->put_octets(text.data(), text.size());
    return *out_;
  }
  // Returns the octets that the client has received by now.
  std::string received() {
    std::string text;
    std::vector<std::byte> space(4096);
    for (;;) {
      const auto result = streams_.client->receive(space, no_wait);
      if (!result) return text;
      text.append(reinterpret_cast<const char*>(space.data()), result.octets);
    }
  }

  MemoryStreams streams_;
  TestAdapter adapter_;
  std::shared_ptr<ServerCore> core_ =
      std::make_shared<ServerCore>(adapter_, settings_with_memory(), EngineeringQoS::parse("processing=pool(1)"));
  std::shared_ptr<Owner> owner_ = std::make_shared<Owner>();
  ReplyPort port_{*owner_, *core_, *streams_.server};
  cdr::Buffer buffer_{16};
  std::optional<cdr::Encoder> out_;
};

TEST_F(ReplyPorts, AReplyIsSentAtOnce) {
  port_.send(message(3, 'a'));
  EXPECT_EQ(received(), "aaa");
  EXPECT_FALSE(port_.pending());
}

TEST_F(ReplyPorts, QuickRepliesWaitForTheNextOneOfTheirKind) {
  EXPECT_FALSE(port_.send_or_batch(message(1, 'a'), true)) << "nothing is known of the first";
  EXPECT_EQ(received(), "a");
  for (int i = 0; i < 4; ++i) {
    const bool waits = port_.send_or_batch(message(1, 'b'), true);
    EXPECT_EQ(waits, port_.has_batch());
  }
  EXPECT_FALSE(port_.send_or_batch(message(1, 'c'), false));
  EXPECT_EQ(received(), "bbbbc");
  EXPECT_FALSE(port_.has_batch());
}

TEST_F(ReplyPorts, ALongReplyFollowsTheBatchThatWaits) {
  port_.send_or_batch(message(1, 'a'), true);
  port_.send_or_batch(message(1, 'b'), true);
  EXPECT_FALSE(port_.send_or_batch(message(ReplyBatch::message_octets_max + 1, 'c'), true));
  EXPECT_EQ(received(), "ab" + std::string(ReplyBatch::message_octets_max + 1, 'c'));
}

TEST_F(ReplyPorts, NothingIsSentOnceItIsShut) {
  port_.send_or_batch(message(1, 'a'), true);
  port_.shut();
  port_.send(message(1, 'b'));
  port_.send_batch();
  port_.say_farewell(2);
  EXPECT_EQ(received().substr(1), "") << "the first one may have gone before";
}

TEST_F(ReplyPorts, TheFarewellIsTheLastMessage) {
  port_.say_farewell(2);
  port_.send(message(3, 'a'));
  const auto text = received();
  ASSERT_EQ(text.size(), header_octets);
  EXPECT_EQ(text.substr(0, 4), "GIOP");
  EXPECT_EQ(static_cast<MessageType>(text[7]), MessageType::close_connection);
  std::array<std::byte, 1> octet{};
  EXPECT_EQ(streams_.client->receive(octet, no_deadline).status, transport::Status::end);
}

TEST_F(ReplyPorts, RepliesThatTheClientDoesNotTakeAreKeptAndHoldUpReading) {
  const std::size_t octets = 200 * 1024;  // more than the stream holds
  port_.send(message(octets, 'a'));
  EXPECT_TRUE(port_.pending());
  EXPECT_TRUE(port_.holds_up_reading());
  EXPECT_GT(port_.octets_queued(), 0U);
  EXPECT_EQ(owner_->holders, 2) << "the connection stays while it has octets to send";
  port_.send(message(1, 'b'));
  const auto text = received();
  EXPECT_EQ(text, std::string(text.size(), 'a')) << "the second stays behind the first";
  EXPECT_LT(text.size(), octets);
}

TEST_F(ReplyPorts, AClientThatIsGoneIsGivenUp) {
  streams_.client->shutdown();
  port_.send(message(3, 'a'));
  EXPECT_EQ(owner_->given_up, "a reply could not be sent");
  const sync::LockGuard lock(port_.permit());
  iovec piece{buffer_.data(), 1};
  EXPECT_THROW(port_.send_part({&piece, 1}), CORBA::COMM_FAILURE);
}

}  // namespace
}  // namespace dimma::iiop
