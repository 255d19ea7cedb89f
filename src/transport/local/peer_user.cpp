#include "transport/local/peer_user.hpp"

#include <sys/socket.h>
#include <unistd.h>

namespace dimma::transport {

std::optional<uid_t> user_of_peer(int socket) noexcept {
  ucred credentials{};
  socklen_t length = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return {};
  return credentials.uid;
}

bool is_own_user(std::optional<uid_t> user) noexcept { return user && *user == ::geteuid(); }

}  // namespace dimma::transport
