#pragma once
// A message handed to its servant.

#include "channel/channel.hpp"
#include "flow/consumer/receiver.hpp"

namespace dimma::flow {

// Makes the upcall, and counts in the flow what became of the message. Throws nothing.
// The socket is the one that it arrived at.
void deliver(channel::Dispatcher& dispatcher, const transport::DatagramSocket& socket, FlowIdentity& flow,
             std::string_view operation, OctetView body, std::endian order, DispatchMemo& memo);

}  // namespace dimma::flow
