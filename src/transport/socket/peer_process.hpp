#pragma once
// The process at the other end of a local socket.

#include <dimma/caller.hpp>

#include <optional>

namespace dimma::transport {

// The process when it connected, or began to listen. Empty if the system does not say, or for a socket of another kind.
std::optional<PeerProcess> process_of_peer(int socket) noexcept;

}  // namespace dimma::transport
