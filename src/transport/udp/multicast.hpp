#pragma once
// Datagrams to a group, by UDP over IPv4 and IPv6: each socket bound to the group gets each.

#include "transport/datagram.hpp"

namespace dimma::transport {

class MulticastTransport final : public DatagramTransport {
 public:
  std::string_view name() const noexcept override { return "multicast"; }

  // A socket that sends to the group, through the interface and with the TTL that the options say; otherwise the
  // system's choice, and 1. It receives what members send back to it. This machine's members get the datagrams too.
  std::unique_ptr<DatagramSocket> connect(const Endpoint& to, const StreamOptions& options,
                                          std::string& problem) override;

  // Joins the group, an address, at the interface; leaves it when the socket is destroyed. Several sockets of a machine
  // may be bound to the same group and port; each gets each datagram. Throws QoSError for what is no group and for an
  // interface that is not there.
  std::unique_ptr<DatagramSocket> bind(const Endpoint& at, const StreamOptions& options) override;
};

}  // namespace dimma::transport
