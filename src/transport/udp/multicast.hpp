#pragma once
// Datagrams to a group, by UDP over IPv4 and IPv6. Each socket bound to the group receives each datagram.

#include "transport/datagram.hpp"

namespace dimma::transport {

class MulticastTransport final : public DatagramTransport {
 public:
  std::string_view name() const noexcept override { return "multicast"; }

  // Makes a socket that sends to the group, with the interface and TTL in the options; by default an interface chosen
  // by the system, and a TTL of 1. It receives the replies of members. Members on this machine receive the datagrams,
  // too.
  std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                          std::string& problem) override;

  // Joins the group, given as an address, at the interface; leaves it when the socket is destroyed. Several sockets of
  // a machine may be bound to the same group and port; each receives each datagram. Throws QoSError if the address is
  // not a group or the interface does not exist.
  std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) override;
};

}  // namespace dimma::transport
