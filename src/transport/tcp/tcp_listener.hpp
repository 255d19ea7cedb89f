#pragma once
// A listening TCP socket.

#include "base/sync/sync.hpp"
#include "reactor/descriptor.hpp"
#include "transport/socket/lingering_sockets.hpp"
#include "transport/transport.hpp"

namespace dimma::transport {

class TcpListener final : public Listener {
 public:
  // Takes a listening, non-blocking socket. `lingering` closes the accepted connections.
  TcpListener(reactor::Descriptor socket, Endpoint endpoint, const StreamOptions& options,
              std::shared_ptr<LingeringSockets> lingering)
      : socket_(std::move(socket)),
        endpoint_(std::move(endpoint)),
        wait_(options.wait),
        lingering_(std::move(lingering)),
        closing_(peer_of(options)) {}

  std::unique_ptr<Stream> accept(int& error) override;
  int handle() const noexcept override { return socket_.get(); }

  // Returns the requested host, and the actual port.
  Endpoint endpoint() const override { return endpoint_; }

  // Resets connections that have not been accepted; the handle stays readable from then on. The descriptor stays open
  // until the destructor, so that its number cannot be reused while a thread uses it. Thread safe.
  void close() noexcept override;

 private:
  reactor::Descriptor socket_;
  const Endpoint endpoint_;
  const WaitStrategy wait_;
  const std::shared_ptr<LingeringSockets> lingering_;
  const LingeringSockets::Peer closing_;
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::transport
