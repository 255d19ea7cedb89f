#pragma once
// Which addresses go into references: those that a peer can reach, never a wildcard.

#include "channel/channel.hpp"
#include "iiop/profile.hpp"

namespace dimma::iiop {

// What was asked to be published; otherwise the hosts that are listened at; where that is every address, the machine's
// first that is not loopback (IPv4 before IPv6), and 127.0.0.1 when it has none. `ports`: those really listened at, one
// for each of options.at; empty without TCP, and so is then the answer.
std::vector<Address> published_addresses(const channel::ListenOptions& options,
                                         const std::vector<std::uint16_t>& ports);

}  // namespace dimma::iiop
