// packets: how many fragments of a message are in one gather write, at either end.

#include "unit/iiop/channel_fixture.hpp"

#include <algorithm>
#include <mutex>

namespace dimma::iiop {
namespace {

// A transport whose streams note how many messages each send has. Beginnings of messages are pieces with "GIOP".
class NotingTransport final : public transport::Transport {
 public:
  using Sends = std::vector<std::size_t>;

  std::string_view name() const noexcept override { return tcp_.name(); }
  transport::Connected connect(const transport::Endpoint& to, transport::Deadline deadline,
                               const transport::StreamOptions& options) override {
    auto connected = tcp_.connect(to, deadline, options);
    if (connected.stream) connected.stream = std::make_unique<Noting>(*this, std::move(connected.stream));
    return connected;
  }
  void begin_connect(const transport::Endpoint& to, transport::Deadline deadline,
                     const transport::StreamOptions& options, ConnectDone done) override {
    tcp_.begin_connect(to, deadline, options, [this, done = std::move(done)](transport::Connected connected) {
      if (connected.stream) connected.stream = std::make_unique<Noting>(*this, std::move(connected.stream));
      done(std::move(connected));
    });
  }
  void end_connecting() noexcept override { tcp_.end_connecting(); }
  std::unique_ptr<transport::Listener> listen(const transport::Endpoint& at,
                                              const transport::StreamOptions& options) override {
    return std::make_unique<Accepting>(*this, tcp_.listen(at, options));
  }

  Sends take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(sends_, {});
  }

 private:
  class Noting final : public transport::Stream {
   public:
    Noting(NotingTransport& notes, std::unique_ptr<transport::Stream> over) : notes_(notes), over_(std::move(over)) {}
    transport::Result receive(std::span<std::byte> into, transport::Deadline deadline) override {
      return over_->receive(into, deadline);
    }
    transport::Result send(std::span<iovec> pieces, transport::Deadline deadline) override {
      notes_.note(pieces);
      return over_->send(pieces, deadline);
    }
    void receive_timeout(std::chrono::milliseconds limit) override { over_->receive_timeout(limit); }
    int handle() const noexcept override { return over_->handle(); }
    bool prepare_poll() noexcept override { return over_->prepare_poll(); }
    bool octets_wait() const noexcept override { return over_->octets_wait(); }
    void shutdown() noexcept override { over_->shutdown(); }
    transport::Endpoint local() const override { return over_->local(); }
    transport::Endpoint peer() const override { return over_->peer(); }

   private:
    NotingTransport& notes_;
    const std::unique_ptr<transport::Stream> over_;
  };

  class Accepting final : public transport::Listener {
   public:
    Accepting(NotingTransport& notes, std::unique_ptr<transport::Listener> over)
        : notes_(notes), over_(std::move(over)) {}
    std::unique_ptr<transport::Stream> accept(int& error) override {
      auto stream = over_->accept(error);
      if (!stream) return nullptr;
      return std::make_unique<Noting>(notes_, std::move(stream));
    }
    int handle() const noexcept override { return over_->handle(); }
    transport::Endpoint endpoint() const override { return over_->endpoint(); }
    void close() noexcept override { over_->close(); }

   private:
    NotingTransport& notes_;
    const std::unique_ptr<transport::Listener> over_;
  };

  void note(std::span<iovec> pieces) {
    const auto messages = std::count_if(pieces.begin(), pieces.end(), [](const iovec& piece) {
      return piece.iov_len >= 4 && std::string_view(static_cast<const char*>(piece.iov_base), 4) == "GIOP";
    });
    const std::lock_guard lock(mutex_);
    sends_.push_back(static_cast<std::size_t>(messages));
  }

  transport::TcpTransport tcp_;
  std::mutex mutex_;
  Sends sends_;
};

using Sends = NotingTransport::Sends;

// The fragments of a request and of its reply, as many as they are.
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
