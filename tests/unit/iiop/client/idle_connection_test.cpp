// An idle connection is checked before it is used, and other threads may use it meanwhile.

#include "unit/iiop/channel_fixture.hpp"
#include "unit/iiop/wrapped_tcp.hpp"

#include <chrono>
#include <functional>
#include <future>
#include <thread>
#include <utility>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

// TCP that calls a function once when a client checks whether its connection is still open.
class AskedTransport final : public WrappedTcp {
 public:
  std::function<void(const transport::Stream&)> once_asked;

 private:
  class Asked final : public WrappedStream {
   public:
    Asked(std::unique_ptr<transport::Stream> within, AskedTransport& transport)
        : WrappedStream(std::move(within)), transport_(transport) {}
    bool prepare_poll() noexcept override {
      if (const auto asked = std::exchange(transport_.once_asked, nullptr)) asked(*this);
      return WrappedStream::prepare_poll();
    }

   private:
    AskedTransport& transport_;
  };
  StreamPtr wrap_connected(StreamPtr stream) override { return std::make_unique<Asked>(std::move(stream), *this); }
};

TEST(IdleConnection, GivesAReplyThatArrivesWhileItIsAskedToItsCaller) {
  AskedTransport transport;
  Ends ends(transport, "127.0.0.1", shared_qos);
  const auto channel = ends.bind(EngineeringQoS::parse("connection=shared"));
  EXPECT_EQ(echo(*channel, "first"), "first");
  std::future<std::string> other;
  transport.once_asked = [&](const transport::Stream& stream) {
    other = std::async(std::launch::async, [&] { return echo(*channel, "other", Clock::now() + 10s); });
    while (!stream.octets_wait() && other.wait_for(1ms) != std::future_status::ready) {
    }
  };
  std::this_thread::sleep_for(1010ms);  // idle for long enough to be checked
  EXPECT_EQ(echo(*channel, "second"), "second");
  ASSERT_TRUE(other.valid()) << "the connection was not asked";
  EXPECT_EQ(other.get(), "other");
}

}  // namespace
}  // namespace dimma::iiop
