#pragma once
// The flow protocol, as the ORB sees it.

#include "channel/channel.hpp"
#include "flow/wire/settings.hpp"
#include "transport/datagram.hpp"

namespace dimma::flow {

// The transports outlive the binder. Consumers whose QoS names no transport listen with the first.
std::unique_ptr<channel::Binder> make_binder(std::vector<transport::DatagramTransport*> transports,
                                             const Settings& settings = {});

}  // namespace dimma::flow
