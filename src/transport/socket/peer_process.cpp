#include "transport/socket/peer_process.hpp"

#include <sys/socket.h>
#include <sys/types.h>

namespace dimma::transport {

std::optional<PeerProcess> process_of_peer(int socket) noexcept {
  ucred credentials{};
  socklen_t length = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return {};
  // A socket of another family has no credentials: the system reports pid 0 and ids of all ones.
  constexpr auto nobody_at_all = static_cast<uid_t>(-1);
  if (credentials.uid == nobody_at_all) return {};
  return PeerProcess{credentials.uid, credentials.gid, credentials.pid};
}

}  // namespace dimma::transport
