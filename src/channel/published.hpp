#pragma once
// Which address goes into references: one that a peer can reach, never a wildcard. The same for every protocol.

#include "channel/channel.hpp"
#include "transport/socket/machine_address.hpp"

namespace dimma::channel {

// Those that references name: what was asked to be published, otherwise where the endpoint listens.
inline const std::vector<ListenAddress>& named(const ListenOptions& options) noexcept {
  return options.publish.empty() ? options.at : options.publish;
}

// Number `index` of them, as references have it: for every address the machine's first that is not loopback (IPv4
// before IPv6), and 127.0.0.1 when it has none; for a port that nobody said the one really listened at.
inline ListenAddress published(const ListenOptions& options, std::size_t index, std::uint16_t listening) {
  const ListenAddress& said = named(options)[index];
  const bool is_port_said = !options.publish.empty() && said.port != 0;
  return {transport::is_every_address(said.host) ? transport::machine_address() : said.host,
          is_port_said ? said.port : listening, said.has_tls};
}

}  // namespace dimma::channel
