#pragma once
// Datagrams to a group, by UDP over IPv4 and IPv6. Each socket bound to the group gets each datagram.

#include "transport/datagram.hpp"

namespace dimma::transport {

class MulticastTransport final : public DatagramTransport {
 public:
  std::string_view name() const noexcept override { return "multicast"; }

  // Makes a socket that sends to the group, through the interface and with the TTL in the options; otherwise through
  // one that the system chooses, and with 1. It receives what members reply to it. Members on this machine get the
  // datagrams too.
  std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                          std::string& problem) override;

  // Joins the group, an address, at the interface; leaves it when the socket is destroyed. Several sockets of a machine
  // may be bound to the same group and port; each gets each datagram. Throws QoSError if it is not a group or there is
  // no such interface.
  std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) override;
};

}  // namespace dimma::transport
