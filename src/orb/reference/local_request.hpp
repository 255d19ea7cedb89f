#pragma once
// A call to an object of this process that is to be a request all the same: as over a channel, arguments and results
// are written and read, but by the caller's thread and without a connection.

#include "channel/channel.hpp"

#include <string_view>

namespace dimma::orb {

class OrbState;

// Throws and gives what ClientChannel::call() does.
channel::Outcome call_within_process(OrbState& orb, std::string_view object_key, const channel::Request& request);

}  // namespace dimma::orb
