#pragma once
// The flow protocol, as the ORB sees it.

#include "channel/channel.hpp"
#include "flow/wire/settings.hpp"
#include "transport/datagram.hpp"

namespace dimma::flow {

// The transports outlive the binder; the first is what consumers listen with that say nothing.
std::unique_ptr<channel::Binder> make_binder(std::vector<transport::DatagramTransport*> transports,
                                             const Settings& settings = {});

}  // namespace dimma::flow
