#pragma once
// TCP whose streams are wrapped in streams of the test, which see or change what passes through.

#include "transport/tcp/tcp.hpp"

#include <memory>
#include <utility>

namespace dimma::iiop {

// Forwards everything to the stream that it wraps.
class WrappedStream : public transport::Stream {
 public:
  explicit WrappedStream(std::unique_ptr<transport::Stream> within) : within_(std::move(within)) {}

  transport::Result receive(std::span<std::byte> into, Deadline deadline) override {
    return within_->receive(into, deadline);
  }
  transport::Result send(std::span<iovec> pieces, Deadline deadline) override {
    return within_->send(pieces, deadline);
  }
  void receive_timeout(std::chrono::milliseconds limit) override { within_->receive_timeout(limit); }
  int handle() const noexcept override { return within_->handle(); }
  int send_handle() const noexcept override { return within_->send_handle(); }
  bool prepare_poll() noexcept override { return within_->prepare_poll(); }
  bool octets_wait() const noexcept override { return within_->octets_wait(); }
  void shutdown() noexcept override { within_->shutdown(); }
  transport::Endpoint local() const override { return within_->local(); }
  transport::Endpoint peer() const override { return within_->peer(); }

 private:
  const std::unique_ptr<transport::Stream> within_;
};

class WrappedTcp : public transport::Transport {
 public:
  using StreamPtr = std::unique_ptr<transport::Stream>;

  std::string_view name() const noexcept override { return tcp_.name(); }
  transport::Connected connect(const transport::Endpoint& to, Deadline deadline,
                               const transport::StreamOptions& options) override {
    return wrapped(tcp_.connect(to, deadline, options));
  }
  void begin_connect(const transport::Endpoint& to, Deadline deadline, const transport::StreamOptions& options,
                     ConnectDone done) override {
    tcp_.begin_connect(to, deadline, options, [this, done = std::move(done)](transport::Connected connected) {
      done(wrapped(std::move(connected)));
    });
  }
  void end_connecting() noexcept override { tcp_.end_connecting(); }
  std::unique_ptr<transport::Listener> listen(const transport::Endpoint& at,
                                              const transport::StreamOptions& options) override {
    return std::make_unique<Accepting>(*this, tcp_.listen(at, options));
  }

 protected:
  // The stream that the ORB gets instead of a connected or accepted one.
  virtual StreamPtr wrap_connected(StreamPtr stream) { return stream; }
  virtual StreamPtr wrap_accepted(StreamPtr stream) { return stream; }

 private:
  class Accepting final : public transport::Listener {
   public:
    Accepting(WrappedTcp& by, std::unique_ptr<transport::Listener> within) : by_(by), within_(std::move(within)) {}
    StreamPtr accept(int& error) override {
      auto stream = within_->accept(error);
      return stream ? by_.wrap_accepted(std::move(stream)) : nullptr;
    }
    int handle() const noexcept override { return within_->handle(); }
    transport::Endpoint endpoint() const override { return within_->endpoint(); }
    void close() noexcept override { within_->close(); }

   private:
    WrappedTcp& by_;
    const std::unique_ptr<transport::Listener> within_;
  };

  transport::Connected wrapped(transport::Connected connected) {
    if (connected.stream) connected.stream = wrap_connected(std::move(connected.stream));
    return connected;
  }

  transport::TcpTransport tcp_;
};

}  // namespace dimma::iiop
