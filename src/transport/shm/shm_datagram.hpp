#pragma once
// Datagrams through shared memory, between processes of one user on one machine.

#include "transport/datagram.hpp"
#include "transport/local/peer_users.hpp"

namespace dimma::transport {

// Endpoints are those of ShmTransport, on whose streams it is built: each socket that sends has rings of its own, of
// the sizes that it asks for. A datagram goes into the ring whole or not at all. If there is no room it does not wait,
// even with NoRoom::wait, as it is the peer that has to make room. A datagram may be as long as one over UDP.
class ShmDatagramTransport final : public DatagramTransport {
 public:
  static constexpr std::size_t ring_octets_default = std::size_t{1} << 20;

  explicit ShmDatagramTransport(PeerUsers users = {}) : users_(std::move(users)) {}

  std::string_view name() const noexcept override { return "shm"; }
  // Connects when there is something to send, and reconnects when the listener has gone.
  std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                          std::string& problem) override;
  std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) override;

 private:
  const PeerUsers users_;
};

}  // namespace dimma::transport
