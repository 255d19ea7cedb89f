#pragma once
// The process at the other end of a local socket.

#include <dimma/caller.hpp>

#include <optional>

namespace dimma::transport {

// When it connected, or began to listen. Empty: the system does not say, or the socket is none of this machine.
std::optional<PeerProcess> process_of_peer(int socket) noexcept;

}  // namespace dimma::transport
