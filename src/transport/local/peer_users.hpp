#pragma once
// The users whose processes may be the peer of a local socket.

#include <optional>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace dimma::transport {

// Returns the effective user of a local socket's peer at the time it connected or began to listen; empty if the system
// does not report it.
using UserOfPeer = std::optional<uid_t> (*)(int socket) noexcept;
std::optional<uid_t> user_of_peer(int socket) noexcept;

// The users whose processes may be peers: this process's effective user, and other configured users.
class PeerUsers {
 public:
  PeerUsers() = default;
  PeerUsers(UserOfPeer of_peer) noexcept : of_peer_(of_peer) {}  // NOLINT(google-explicit-constructor): for tests
  explicit PeerUsers(std::vector<uid_t> others) noexcept : others_(std::move(others)) {}
  // Allows every user of this machine.
  static PeerUsers anyone() noexcept {
    PeerUsers users;
    users.are_all_ = true;
    return users;
  }

  std::optional<uid_t> of(int socket) const noexcept { return of_peer_(socket); }
  bool have(std::optional<uid_t> user) const noexcept;
  // Returns true if any other user may connect.
  bool have_others() const noexcept { return are_all_ || !others_.empty(); }

 private:
  UserOfPeer of_peer_ = user_of_peer;
  std::vector<uid_t> others_;
  bool are_all_ = false;
};

}  // namespace dimma::transport
