#pragma once
// TCP over IPv4 and IPv6.

#include "transport/transport.hpp"

namespace dimma::transport {

class TcpTransport final : public Transport {
 public:
  std::string_view name() const noexcept override { return "tcp"; }

  // An empty host is this machine's loopback. Resolving a name blocks as long as the system's resolver does (see
  // resolve()); after that no address gets more than its share of what is left until the deadline, so that a silent
  // one leaves time for the next.
  Connected connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) override;

  // An empty host is one socket for IPv6 and IPv4 where there is IPv6. A name that has addresses of both families is
  // listened at by its IPv4 one, as that is what every peer can reach.
  std::unique_ptr<Listener> listen(const Endpoint& at, const StreamOptions& options) override;
};

}  // namespace dimma::transport
