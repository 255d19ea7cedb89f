#pragma once
// TCP over IPv4 and IPv6.

#include "transport/tcp/connector.hpp"
#include "transport/tcp/name_resolver.hpp"
#include "transport/transport.hpp"

namespace dimma::transport {

class TcpTransport final : public Transport {
 public:
  TcpTransport();  // resolves by getaddrinfo
  explicit TcpTransport(ResolveName resolve_name);

  std::string_view name() const noexcept override { return "tcp"; }

  // An empty host means this machine's loopback. A name is resolved within the deadline (NameResolver); its addresses
  // are tried in parallel (Race).
  Connected connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) override;

  // Connects that are not decided at once are completed on one thread for all of them.
  void begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options, ConnectDone done) override;
  void end_connecting() noexcept override { connector_.end(); }

  // An empty host means one socket for IPv6 and IPv4 if the machine has IPv6. For a name with addresses of both
  // families, listens at the IPv4 address, which every peer can reach. Resolving the name blocks as long as the
  // system's resolver does.
  std::unique_ptr<Listener> listen(const Endpoint& at, const StreamOptions& options) override;

 private:
  const std::shared_ptr<LingeringSockets> lingering_ = std::make_shared<LingeringSockets>();
  NameResolver resolver_;
  Connector connector_{resolver_, lingering_};
};

}  // namespace dimma::transport
