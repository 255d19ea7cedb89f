#pragma once
// Identifies the process at the other end of a local socket.

#include <dimma/caller.hpp>

#include <optional>

namespace dimma::transport {

// Returns the process that connected or began to listen. Returns nullopt if the system does not report it, and for a
// socket of another family.
std::optional<PeerProcess> process_of_peer(int socket) noexcept;

}  // namespace dimma::transport
