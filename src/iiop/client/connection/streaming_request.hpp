#pragma once
// A request that may be long: it is sent while it is being written, unless `packets` limits how much is sent at once.

#include "iiop/client/connection/client_connection.hpp"
#include "iiop/client/connection/target.hpp"

namespace dimma::iiop {

// Writes it into the encoder and sends it. Throws what writing it and ClientConnection::send() throw.
void send_in_parts(ClientConnection& connection, cdr::Encoder& out, const ChannelTarget& target,
                   const channel::Request& request, std::uint32_t id, HeaderForm form);

}  // namespace dimma::iiop
