#pragma once
// Determines the addresses that go into references: those that a peer can reach, never a wildcard.

#include "channel/channel.hpp"
#include "iiop/giop/profile.hpp"

#include <string>
#include <vector>

namespace dimma::iiop {

// Returns the addresses to publish (channel/published.hpp), without duplicates. `ports` are the actual ports, one for
// each of options.at. Without the transport, `ports` is empty, and so is the result.
std::vector<Address> published_addresses(const channel::ListenOptions& options,
                                         const std::vector<std::uint16_t>& ports);

// Returns a warning for the server's operator if only this machine can reach the published addresses, because it has
// only a loopback address, and no option asked for that. Otherwise returns an empty string.
std::string loopback_warning(const channel::ListenOptions& options, const std::vector<Address>& published);

// Returns a warning if references name only link-local IPv6 addresses, to which a peer can connect only with a zone of
// its own, and --dimma-publish did not ask for that. Otherwise returns an empty string.
std::string link_local_warning(const channel::ListenOptions& options, const std::vector<Address>& published);

}  // namespace dimma::iiop
