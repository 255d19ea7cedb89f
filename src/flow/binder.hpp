#pragma once
// The flow protocol's interface to the ORB.

#include "channel/channel.hpp"
#include "flow/wire/settings.hpp"
#include "transport/datagram.hpp"

namespace dimma::flow {

// The transports must outlive the binder. Consumers whose QoS names no transport listen with the first one.
std::unique_ptr<channel::Binder> make_binder(std::vector<transport::DatagramTransport*> transports,
                                             const Settings& settings = {});

}  // namespace dimma::flow
