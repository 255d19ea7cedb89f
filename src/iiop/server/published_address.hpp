#pragma once
// Which addresses go into references: those that a peer can reach, never a wildcard.

#include "channel/channel.hpp"
#include "iiop/giop/profile.hpp"

namespace dimma::iiop {

// All of them (channel/published.hpp), each once. `ports`: those really listened at, one for each of options.at; empty
// without TCP, and so is then the answer.
std::vector<Address> published_addresses(const channel::ListenOptions& options,
                                         const std::vector<std::uint16_t>& ports);

}  // namespace dimma::iiop
