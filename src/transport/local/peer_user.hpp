#pragma once
// Whose process is at the other end of a local socket.

#include <optional>

#include <sys/types.h>

namespace dimma::transport {

// The effective user of a local socket's peer, when it connected or began to listen. Empty: the system does not say.
using UserOfPeer = std::optional<uid_t> (*)(int socket) noexcept;
std::optional<uid_t> user_of_peer(int socket) noexcept;

// Whether that user is this process's own: no other user's connections are accepted or made.
bool is_own_user(std::optional<uid_t> user) noexcept;

}  // namespace dimma::transport
