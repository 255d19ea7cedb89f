#pragma once
// Local (Unix domain) stream sockets.

#include "transport/local/peer_users.hpp"
#include "transport/retried_connects.hpp"
#include "transport/transport.hpp"

namespace dimma::transport {

// An endpoint's host is the socket's name: "@name" is abstract, and disappears with the listening process; "/path" is a
// file. An empty name to listen at becomes an abstract name of 128 random bits. Each end accepts only peers of its own
// user and of the other configured users. `receive_buffer_octets` is refused, since such a socket has no receive
// buffer: octets waiting to be received count as the sender's.
class UnixTransport final : public Transport {
 public:
  explicit UnixTransport(PeerUsers users = {}) : users_(std::move(users)) {}

  std::string_view name() const noexcept override { return "unix"; }
  std::string cannot_have(const StreamOptions& options, End end) const override;
  Connected connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) override;
  void begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options, ConnectDone done) override;
  void end_connecting() noexcept override { connecting_.end(); }
  std::unique_ptr<Listener> listen(const Endpoint& at, const StreamOptions& options) override;

 private:
  const PeerUsers users_;
  RetriedConnects connecting_;
};

}  // namespace dimma::transport
