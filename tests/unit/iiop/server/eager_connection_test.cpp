// A connection whose upcalls are slow is eager: its next request is read by another thread, until they are quick again.

#include "unit/iiop/channel_fixture.hpp"
#include "unit/iiop/wrapped_tcp.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

// A transport that counts how often an accepted connection is returned to the poller.
class CountingTransport final : public WrappedTcp {
 public:
  int take() { return left_to_poller_.exchange(0); }

 private:
  class Counting final : public WrappedStream {
   public:
    Counting(CountingTransport& counts, StreamPtr within) : WrappedStream(std::move(within)), counts_(counts) {}
    bool prepare_poll() noexcept override {
      ++counts_.left_to_poller_;
      return WrappedStream::prepare_poll();
    }

   private:
    CountingTransport& counts_;
  };
  StreamPtr wrap_accepted(StreamPtr stream) override { return std::make_unique<Counting>(*this, std::move(stream)); }

  std::atomic<int> left_to_poller_{0};
};

// How often a thousand quick calls in a row return the connection to the poller.
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
  // At first each call goes through the poller, until the server has learned that upcalls are quick.
  int best = of_a_thousand_calls(transport, *channel);
  for (int tries = 0; tries < 20 && best > 100; ++tries)
    best = std::min(best, of_a_thousand_calls(transport, *channel));
  EXPECT_LE(best, 100);
}

}  // namespace
}  // namespace dimma::iiop
