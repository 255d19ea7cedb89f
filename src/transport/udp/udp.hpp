#pragma once
// Datagrams by UDP over IPv4 and IPv6.

#include "transport/datagram.hpp"

namespace dimma::transport {

class UdpTransport final : public DatagramTransport {
 public:
  std::string_view name() const noexcept override { return "udp"; }

  // An empty host means this machine's loopback. Resolving a name blocks as long as the system's resolver does.
  std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                          std::string& problem) override;

  // An empty host means one socket for IPv6 and IPv4 if the machine has IPv6.
  std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) override;
};

}  // namespace dimma::transport
