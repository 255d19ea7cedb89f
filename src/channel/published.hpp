#pragma once
// Determines the hosts that an endpoint listens on, and the addresses in its references, which are never wildcards. The
// same for every protocol.

#include "channel/channel.hpp"

namespace dimma::channel {

// Returns the addresses configured for references: those of --dimma-publish if given, else those the endpoint listens
// on.
inline const std::vector<ListenAddress>& named(const ListenOptions& options) noexcept {
  return options.publish.empty() ? options.at : options.publish;
}

// Returns the host to pass to a transport for one address in options.at. For "::" the host is empty, which makes the
// transport listen on IPv4 too. If options.at also has an IPv4 address with the same port, "::" is kept and covers IPv6
// only.
std::string host_to_listen(const ListenOptions& options, const ListenAddress& at);

// Returns the addresses, at least one, that references contain for entry `index` of named(). A wildcard is replaced by
// the machine's own addresses of the families in use (transport::machine_addresses). Zones are removed. An unspecified
// port is replaced by the actual one.
std::vector<ListenAddress> published(const ListenOptions& options, std::size_t index, std::uint16_t listening);

}  // namespace dimma::channel
