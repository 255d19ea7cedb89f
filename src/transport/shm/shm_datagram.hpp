#pragma once
// Datagrams through shared memory, between processes of one user on one machine.

#include "transport/datagram.hpp"
#include "transport/local/peer_users.hpp"

namespace dimma::transport {

// Endpoints are those of ShmTransport, on whose streams it is built: each sending socket has its own rings, of the
// sizes that it requests. A datagram is put into the ring completely or not at all. If there is no room, send() does
// not wait, even with NoRoom::wait, since only the peer can make room. A datagram may be as long as over UDP.
class ShmDatagramTransport final : public DatagramTransport {
 public:
  static constexpr std::size_t ring_octets_default = std::size_t{1} << 20;

  explicit ShmDatagramTransport(PeerUsers users = {}) : users_(std::move(users)) {}

  std::string_view name() const noexcept override { return "shm"; }
  // The socket connects on the first send, and reconnects if the listener has gone.
  std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                          std::string& problem) override;
  std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) override;

 private:
  const PeerUsers users_;
};

}  // namespace dimma::transport
