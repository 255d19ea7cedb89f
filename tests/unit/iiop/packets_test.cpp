// packets: how many fragments of a message are in one gather write, at either end.

#include "unit/iiop/channel_fixture.hpp"
#include "unit/iiop/wrapped_tcp.hpp"

#include <algorithm>
#include <mutex>

namespace dimma::iiop {
namespace {

// A transport whose streams record how many messages each send has. A piece that begins with "GIOP" begins a message.
class NotingTransport final : public WrappedTcp {
 public:
  using Sends = std::vector<std::size_t>;

  Sends take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(sends_, {});
  }

 private:
  class Noting final : public WrappedStream {
   public:
    Noting(NotingTransport& notes, StreamPtr within) : WrappedStream(std::move(within)), notes_(notes) {}
    transport::Result send(std::span<iovec> pieces, Deadline deadline) override {
      notes_.note(pieces);
      return WrappedStream::send(pieces, deadline);
    }

   private:
    NotingTransport& notes_;
  };
  StreamPtr wrap_connected(StreamPtr stream) override { return std::make_unique<Noting>(*this, std::move(stream)); }
  StreamPtr wrap_accepted(StreamPtr stream) override { return wrap_connected(std::move(stream)); }

  void note(std::span<iovec> pieces) {
    const auto messages = std::count_if(pieces.begin(), pieces.end(), [](const iovec& piece) {
      return piece.iov_len >= 4 && std::string_view(static_cast<const char*>(piece.iov_base), 4) == "GIOP";
    });
    const std::lock_guard lock(mutex_);
    sends_.push_back(static_cast<std::size_t>(messages));
  }

  std::mutex mutex_;
  Sends sends_;
};

using Sends = NotingTransport::Sends;

// Expects that the fragments of a request and of its reply are sent in these groups.
void expect_sends(const std::string& client, const std::string& server, const Sends& expected) {
  NotingTransport transport;
  Ends ends(transport, "127.0.0.1", EngineeringQoS::parse(server), {.fragment_octets = 1000});
  const auto channel = ends.bind(EngineeringQoS::parse(client));
  EXPECT_EQ(echo(*channel, "small"), "small");
  EXPECT_EQ(transport.take(), (Sends{1, 1}));
  std::vector<std::uint8_t> octets(4500);
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<std::uint8_t>(i * 7);
  EXPECT_EQ(bulk(*channel, octets), octets);
  EXPECT_EQ(transport.take(), expected);
  EXPECT_EQ(echo(*channel, "small again"), "small again");
}

TEST(Packets, AreAllInOneWriteByDefault) { expect_sends("", "", {5, 5}); }
TEST(Packets, AreAsManyInAWriteAsTheClientSays) {
  expect_sends("packets=2", "", {2, 2, 1, 5});
  expect_sends("packets=1,processing=nullTask,messages=1", "", {1, 1, 1, 1, 1, 5});
  expect_sends("packets=5,processing=pool(1)", "", {5, 5});
}
TEST(Packets, AreAsManyInAWriteAsTheServerSays) {
  expect_sends("", "packets=3", {5, 3, 2});
  expect_sends("packets=4", "packets=1,processing=nullTask", {4, 1, 1, 1, 1, 1, 1});
  expect_sends("", "packets=2,processing=factory", {5, 2, 2, 1});
}

}  // namespace
}  // namespace dimma::iiop
