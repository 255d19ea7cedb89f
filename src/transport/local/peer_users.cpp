#include "transport/local/peer_users.hpp"

#include "transport/socket/peer_process.hpp"

#include <algorithm>

#include <unistd.h>

namespace dimma::transport {

std::optional<uid_t> user_of_peer(int socket) noexcept {
  const auto process = process_of_peer(socket);
  return process ? std::optional<uid_t>(process->uid) : std::nullopt;
}

bool PeerUsers::have(std::optional<uid_t> user) const noexcept {
  if (!user) return false;
  return are_all_ || *user == ::geteuid() || std::find(others_.begin(), others_.end(), *user) != others_.end();
}

}  // namespace dimma::transport
