#pragma once
// A call to an object of this process that has to be a request. Arguments and results are written and read as over a
// channel, but on the caller's thread and without a connection.

#include "channel/channel.hpp"

#include <string_view>

namespace dimma::orb {

class OrbState;

// Throws and returns what ClientChannel::call() does.
channel::Outcome call_within_process(OrbState& orb, std::string_view object_key, const channel::Request& request);

}  // namespace dimma::orb
