#pragma once
// The places where an endpoint listens and the addresses in its references, which a peer can reach: never a wildcard.
// The same for every protocol.

#include "channel/channel.hpp"

namespace dimma::channel {

// The addresses in references: those of --dimma-publish, or else those at which the endpoint listens.
inline const std::vector<ListenAddress>& named(const ListenOptions& options) noexcept {
  return options.publish.empty() ? options.at : options.publish;
}

// The host to give to a transport for one of options.at: an empty one for "::", at which IPv4 is listened at too. But
// for a port at which options.at has IPv4 as well: these are two sockets, and "::" is for IPv6 alone.
std::string host_to_listen(const ListenOptions& options, const ListenAddress& at);

// The addresses that number `index` of named() stands for, one at least, as references have them: for every address the
// machine's own of the families that are listened at (transport::machine_addresses); without a zone; for a port that
// nobody said the one really listened at.
std::vector<ListenAddress> published(const ListenOptions& options, std::size_t index, std::uint16_t listening);

}  // namespace dimma::channel
