// A connection whose peer is silent gets no new calls, but completes the asynchronous calls that it has.

#include "unit/iiop/channel_fixture.hpp"
#include "unit/iiop/wrapped_tcp.hpp"

#include <dimma/generated/operation.hpp>

#include <chrono>
#include <future>
#include <semaphore>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

// TCP whose clients see peers that do not acknowledge what was sent.
class SilentTransport final : public WrappedTcp {
  class Silent final : public WrappedStream {
   public:
    using WrappedStream::WrappedStream;
    bool peer_is_silent() const noexcept override { return true; }
  };
  StreamPtr wrap_connected(StreamPtr stream) override { return std::make_unique<Silent>(std::move(stream)); }
};

// An asynchronous echo.
class BegunEcho final : public channel::Awaiting {
 public:
  explicit BegunEcho(std::string text) : text_(std::move(text)) {}

  channel::Request& request() noexcept override { return request_; }
  void answered(std::shared_ptr<channel::Awaiting> /*self*/,
                std::unique_ptr<channel::Answer> answer) noexcept override {
    answer_.set_value(std::move(answer));
  }
  // Returns the result, or throws the exception of the call.
  std::string result() {
    auto answer = answer_.get_future();
    if (answer.wait_for(20s) != std::future_status::ready) return "(nothing was heard of it)";
    channel::read_answer(answer.get(), request_, false);
    return text_;
  }

 private:
  static constexpr Operation operation{"echo"};

  std::string text_;
  const std::function<void(cdr::Encoder&)> write_ = [this](cdr::Encoder& out) { cdr::write(out, text_); };
  const std::function<void(cdr::Decoder&)> read_ = [this](cdr::Decoder& in) { cdr::read(in, text_); };
  channel::Request request_{operation, write_, read_};
  std::promise<std::unique_ptr<channel::Answer>> answer_;
};

TEST(ReplacedConnection, GoesOnWithItsAsynchronousCalls) {
  SilentTransport transport;
  Ends ends(transport, "127.0.0.1", shared_qos);
  std::binary_semaphore begun{0};
  std::binary_semaphore goes_on{0};
  ends.adapter.on_echo = [&](const std::string& text) {
    if (text == "late") std::this_thread::sleep_for(200ms);
    if (text != "asynchronous") return;
    begun.release();
    goes_on.acquire();
  };
  const auto channel = ends.bind(shared_qos);
  const auto call = std::make_shared<BegunEcho>("asynchronous");
  channel->begin(call);
  begun.acquire();
  EXPECT_THROW(echo(*channel, "late", Clock::now() + 20ms), CORBA::TIMEOUT);
  EXPECT_EQ(echo(*channel, "over another connection"), "over another connection");
  goes_on.release();
  EXPECT_EQ(call->result(), "asynchronous");
}

}  // namespace
}  // namespace dimma::iiop
