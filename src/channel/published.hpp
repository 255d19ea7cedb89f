#pragma once
// The places where an endpoint listens and the addresses in its references, which a peer can reach: never a wildcard.
// The same for every protocol.

#include "channel/channel.hpp"

namespace dimma::channel {

// The addresses in references: those of --dimma-publish, or else those at which the endpoint listens.
inline const std::vector<ListenAddress>& named(const ListenOptions& options) noexcept {
  return options.publish.empty() ? options.at : options.publish;
}

// Returns the host to give to a transport for one of options.at: an empty one for "::", which then listens at IPv4 too.
// If options.at also has IPv4 at that port, these are two sockets, and "::" is for IPv6 alone.
std::string host_to_listen(const ListenOptions& options, const ListenAddress& at);

// Returns the addresses that number `index` of named() stands for, at least one, as references have them. A wildcard
// stands for the machine's own addresses of the families that are listened at (transport::machine_addresses). Zones are
// left out. An unspecified port becomes the port really listened at.
std::vector<ListenAddress> published(const ListenOptions& options, std::size_t index, std::uint16_t listening);

}  // namespace dimma::channel
