#pragma once
// Tells which addresses go into references: those that a peer can reach, never a wildcard.

#include "channel/channel.hpp"
#include "iiop/giop/profile.hpp"

#include <string>
#include <vector>

namespace dimma::iiop {

// Returns all of them (channel/published.hpp), each once. `ports` are those really listened at, one for each of
// options.at. They are empty without the transport, and so is the result then.
std::vector<Address> published_addresses(const channel::ListenOptions& options,
                                         const std::vector<std::uint16_t>& ports);

// A warning for the server's operator if only this machine can reach the published addresses, although nobody asked for
// that: the machine has no address but its loopback. Empty otherwise.
std::string loopback_warning(const channel::ListenOptions& options, const std::vector<Address>& published);

// The same if references name nothing but link-local IPv6 addresses, to which a peer can connect only with a zone of
// its own, and nobody asked for that by --dimma-publish.
std::string link_local_warning(const channel::ListenOptions& options, const std::vector<Address>& published);

}  // namespace dimma::iiop
