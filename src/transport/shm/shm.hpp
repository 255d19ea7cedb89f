#pragma once
// Streams through shared memory, between two processes on one machine, of one user unless other users are configured.

#include "transport/local/peer_users.hpp"
#include "transport/retried_connects.hpp"
#include "transport/transport.hpp"

namespace dimma::transport {

// Endpoints are those of local sockets, as for UnixTransport: the memory is passed over such a socket. The connecting
// end allocates the memory, and chooses the size of the rings with `send_buffer_octets` and `receive_buffer_octets`.
// These options are refused for a listener.
class ShmTransport final : public Transport {
 public:
  // Large enough that a copying end is not delayed by the wake-up time of the other end. A ring that carries only short
  // messages touches only its first page.
  static constexpr std::size_t ring_octets_default = std::size_t{1} << 20;

  explicit ShmTransport(PeerUsers users = {}) : users_(std::move(users)) {}

  std::string_view name() const noexcept override { return "shm"; }
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
