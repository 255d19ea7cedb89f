// DividedSending keeps messages whole if the stream has no room for all of their octets.

#include "iiop/bidirectional/divided_sending.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <sys/eventfd.h>

namespace dimma::iiop {
namespace {

using transport::Status;

// Takes octets while it has room. Its descriptor always polls writable.
class NarrowStream final : public transport::Stream {
 public:
  explicit NarrowStream(std::string transport) : transport_(std::move(transport)) {}

  std::size_t room = 0;
  std::size_t sent = 0;

  transport::Result receive(std::span<std::byte> /*into*/, Deadline /*deadline*/) override { return {Status::end}; }
  transport::Result send(std::span<iovec> pieces, Deadline /*deadline*/) override {
    transport::Result result;
    for (iovec& piece : pieces) {
      const std::size_t taken = std::min(room, piece.iov_len);
      room -= taken;
      sent += taken;
      result.octets += taken;
      piece = {static_cast<std::byte*>(piece.iov_base) + taken, piece.iov_len - taken};
      if (piece.iov_len != 0) result.status = Status::timeout;
    }
    return result;
  }
  void receive_timeout(std::chrono::milliseconds /*limit*/) override {}
  int handle() const noexcept override { return writable_.get(); }
  int send_handle() const noexcept override { return writable_.get(); }
  bool octets_wait() const noexcept override { return false; }
  void shutdown() noexcept override {}
  transport::Endpoint local() const override { return {transport_, "local", 0}; }
  transport::Endpoint peer() const override { return {transport_, "peer", 0}; }

 private:
  const std::string transport_;
  const reactor::Descriptor writable_{::eventfd(0, EFD_CLOEXEC)};
};

struct NarrowSending : reactor::Waiter {
  explicit NarrowSending(std::string transport = "tcp") : stream(std::move(transport)) {}

  void readable() noexcept override { may_send = sending.send_kept(); }
  // Lets the poller call readable(), if it is going to.
  bool serve_event() { return poller.wait(std::chrono::milliseconds(0)) == reactor::Poller::Woken::event; }
  // Sends the first octets of a message of that size.
  Status send(MessageRouter::Halves which, std::size_t size, std::size_t octets) {
    std::vector<std::byte> message(size);
    write_header(message.data(), 2, MessageType::request, std::endian::native);
    const auto body = static_cast<std::uint32_t>(size - header_octets);
    std::memcpy(message.data() + 8, &body, sizeof body);
    iovec piece{message.data(), octets};
    return sending.send(which, {&piece, 1}, no_wait).status;
  }

  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  NarrowStream stream;
  reactor::Poller poller;
  const std::shared_ptr<MemoryShare> share =
      std::make_shared<MemoryShare>(std::make_shared<MemoryBudget>(unlimited, unlimited), [] {});
  DividedSending sending{stream, poller, *this, share};
  bool may_send = true;
};

constexpr auto from_requests = MessageRouter::requests;
constexpr auto from_replies = MessageRouter::replies;

TEST(DividedSending, BeginsNoMessageForWhichThereIsNoRoomAtAll) {
  NarrowSending of;
  EXPECT_EQ(of.send(from_requests, 40, 40), Status::timeout);
  EXPECT_EQ(of.share->octets(), 0U);
  of.stream.room = 40;
  EXPECT_EQ(of.send(from_replies, 40, 40), Status::ok) << "the other half may send";
  EXPECT_EQ(of.stream.sent, 40U);
}

TEST(DividedSending, KeepsTheRestOfAMessageUntilThereIsRoom) {
  NarrowSending of;
  of.stream.room = 15;
  EXPECT_EQ(of.send(from_requests, 40, 40), Status::ok);
  EXPECT_EQ(of.share->octets(), 25U);
  EXPECT_EQ(of.send(from_replies, 40, 40), Status::timeout) << "the rest has to be sent first";
  of.stream.room = 20;
  EXPECT_TRUE(of.serve_event());
  EXPECT_EQ(of.stream.sent, 35U);
  of.stream.room = 5;
  EXPECT_TRUE(of.serve_event());
  EXPECT_EQ(of.stream.sent, 40U);
  EXPECT_EQ(of.share->octets(), 0U);
  EXPECT_FALSE(of.serve_event());
}

TEST(DividedSending, KeepsAllOfAMessageThatTheStreamMayHaveEncrypted) {
  NarrowSending of("tls");
  EXPECT_EQ(of.send(from_requests, 40, 40), Status::ok);
  EXPECT_EQ(of.share->octets(), 40U);
}

TEST(DividedSending, LetsNoHalfSendWithinAMessageOfTheOther) {
  NarrowSending of;
  of.stream.room = NarrowSending::unlimited;
  EXPECT_EQ(of.send(from_requests, 40, 30), Status::ok);
  EXPECT_EQ(of.send(from_replies, 40, 40), Status::timeout);
  std::vector<std::byte> rest(10);
  iovec piece{rest.data(), rest.size()};
  EXPECT_TRUE(of.sending.send(from_requests, {&piece, 1}, no_wait));
  EXPECT_EQ(of.send(from_replies, 40, 40), Status::ok);
}

TEST(DividedSending, SendsAnErrorOnlyBetweenMessages) {
  NarrowSending of;
  of.stream.room = 15;
  EXPECT_EQ(of.send(from_requests, 40, 40), Status::ok);
  of.stream.room = NarrowSending::unlimited;
  of.sending.send_error();
  EXPECT_EQ(of.stream.sent, 15U);
  of.sending.send_rest(no_wait);
  of.sending.send_error();
  EXPECT_EQ(of.stream.sent, 40U + header_octets);
}

TEST(DividedSending, WaitsForNoRoomAfterItsEnd) {
  NarrowSending of;
  EXPECT_FALSE(of.sending.end());
  of.stream.room = 15;
  EXPECT_EQ(of.send(from_requests, 40, 40), Status::closed);
  EXPECT_FALSE(of.serve_event());
}

TEST(DividedSending, TellsThatItHasEndedAtTheEventThatWasLeft) {
  NarrowSending of;
  of.stream.room = 15;
  EXPECT_EQ(of.send(from_requests, 40, 40), Status::ok);
  EXPECT_TRUE(of.sending.end()) << "the poller has an event";
  EXPECT_TRUE(of.serve_event());
  EXPECT_FALSE(of.may_send);
  EXPECT_FALSE(of.sending.end());
  of.sending.leave_poller();
  EXPECT_EQ(of.poller.descriptors(), 0U);
}

}  // namespace
}  // namespace dimma::iiop
