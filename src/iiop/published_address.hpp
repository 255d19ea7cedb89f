#pragma once
// Which address goes into references: one that a peer can reach, never a wildcard.

#include "channel/channel.hpp"
#include "iiop/profile.hpp"

namespace dimma::iiop {

// What was asked to be published; otherwise the host that is listened at; where that is every address, the machine's
// first that is not loopback (IPv4 before IPv6), and 127.0.0.1 when it has none.
Address published_address(const channel::ListenOptions& options, const transport::Endpoint& listening);

}  // namespace dimma::iiop
