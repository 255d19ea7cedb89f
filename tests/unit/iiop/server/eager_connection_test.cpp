// A connection whose upcalls are slow is eager: its next request is read by another thread, until they are quick again.

#include "unit/iiop/channel_fixture.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

// A transport that counts how often a connection that was accepted is left to the poller.
class CountingTransport final : public transport::Transport {
 public:
  std::string_view name() const noexcept override { return tcp_.name(); }
  transport::Connected connect(const transport::Endpoint& to, transport::Deadline deadline,
                               const transport::StreamOptions& options) override {
    return tcp_.connect(to, deadline, options);
  }
  void begin_connect(const transport::Endpoint& to, transport::Deadline deadline,
                     const transport::StreamOptions& options, ConnectDone done) override {
    tcp_.begin_connect(to, deadline, options, std::move(done));
  }
  void end_connecting() noexcept override { tcp_.end_connecting(); }
  std::unique_ptr<transport::Listener> listen(const transport::Endpoint& at,
                                              const transport::StreamOptions& options) override {
    return std::make_unique<Accepting>(*this, tcp_.listen(at, options));
  }

  int take() { return left_to_poller_.exchange(0); }

 private:
  class Counting final : public transport::Stream {
   public:
    Counting(CountingTransport& counts, std::unique_ptr<transport::Stream> over)
        : counts_(counts), over_(std::move(over)) {}
    transport::Result receive(std::span<std::byte> into, transport::Deadline deadline) override {
      return over_->receive(into, deadline);
    }
    transport::Result send(std::span<iovec> pieces, transport::Deadline deadline) override {
      return over_->send(pieces, deadline);
    }
    void receive_timeout(std::chrono::milliseconds limit) override { over_->receive_timeout(limit); }
    int handle() const noexcept override { return over_->handle(); }
    bool prepare_poll() noexcept override {
      ++counts_.left_to_poller_;
      return over_->prepare_poll();
    }
    bool octets_wait() const noexcept override { return over_->octets_wait(); }
    void shutdown() noexcept override { over_->shutdown(); }
    transport::Endpoint local() const override { return over_->local(); }
    transport::Endpoint peer() const override { return over_->peer(); }

   private:
    CountingTransport& counts_;
    const std::unique_ptr<transport::Stream> over_;
  };

  class Accepting final : public transport::Listener {
   public:
    Accepting(CountingTransport& counts, std::unique_ptr<transport::Listener> over)
        : counts_(counts), over_(std::move(over)) {}
    std::unique_ptr<transport::Stream> accept(int& error) override {
      auto stream = over_->accept(error);
      return stream ? std::make_unique<Counting>(counts_, std::move(stream)) : nullptr;
    }
    int handle() const noexcept override { return over_->handle(); }
    transport::Endpoint endpoint() const override { return over_->endpoint(); }
    void close() noexcept override { over_->close(); }

   private:
    CountingTransport& counts_;
    const std::unique_ptr<transport::Listener> over_;
  };

  transport::TcpTransport tcp_;
  std::atomic<int> left_to_poller_{0};
};

// What a thousand quick calls in a row need of the poller.
int of_a_thousand_calls(CountingTransport& transport, channel::ClientChannel& channel) {
  transport.take();
  for (int i = 0; i < 1000; ++i) echo(channel, "quick");
  return transport.take();
}

TEST(EagerConnection, CalmsDownWhenItsUpcallsAreQuickAgain) {
  CountingTransport transport;
  Ends ends(transport, "127.0.0.1", shared_qos);
  ends.adapter.on_echo = [](const std::string& text) {
    if (text == "slow") std::this_thread::sleep_for(100ms);
  };
  const auto channel = ends.bind(shared_qos);
  echo(*channel, "slow");
  // Of those that are served at first, one for each, as many as it takes to know better.
  int best = of_a_thousand_calls(transport, *channel);
  for (int tries = 0; tries < 20 && best > 100; ++tries)
    best = std::min(best, of_a_thousand_calls(transport, *channel));
  EXPECT_LE(best, 100);
}

}  // namespace
}  // namespace dimma::iiop
