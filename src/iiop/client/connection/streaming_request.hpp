#pragma once
// Sends a request that may be long while it is being encoded, unless `packets` limits how much is sent at once.

#include "iiop/client/connection/client_connection.hpp"
#include "iiop/client/connection/target.hpp"

namespace dimma::iiop {

// Encodes the request into `out` and sends it. Throws what the encoding and ClientConnection::send() throw.
void send_in_parts(ClientConnection& connection, cdr::Encoder& out, const ChannelTarget& target,
                   const channel::Request& request, std::uint32_t id, HeaderForm form);

}  // namespace dimma::iiop
