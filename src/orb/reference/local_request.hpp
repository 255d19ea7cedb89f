#pragma once
// A call to an object of this process that must be made as a request. Arguments and results are encoded as for a
// channel, but the request is served on the caller's thread, without a connection.

#include "channel/channel.hpp"

#include <string_view>

namespace dimma::orb {

class OrbState;

// Returns and throws what ClientChannel::call() does.
channel::Outcome call_within_process(OrbState& orb, std::string_view object_key, const channel::Request& request);

}  // namespace dimma::orb
