#pragma once
// The users whose processes may be at the other end of a local socket.

#include <optional>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace dimma::transport {

// The effective user of a local socket's peer, when it connected or began to listen. Empty if the system does not say.
using UserOfPeer = std::optional<uid_t> (*)(int socket) noexcept;
std::optional<uid_t> user_of_peer(int socket) noexcept;

// The users whose processes this one talks to: its own effective user, and others that it was told of.
class PeerUsers {
 public:
  PeerUsers() = default;
  PeerUsers(UserOfPeer of_peer) noexcept : of_peer_(of_peer) {}  // NOLINT(google-explicit-constructor): for tests
  explicit PeerUsers(std::vector<uid_t> others) noexcept : others_(std::move(others)) {}
  // Every user of this machine.
  static PeerUsers anyone() noexcept {
    PeerUsers users;
    users.are_all_ = true;
    return users;
  }

  std::optional<uid_t> of(int socket) const noexcept { return of_peer_(socket); }
  bool have(std::optional<uid_t> user) const noexcept;
  // True if another user may connect.
  bool have_others() const noexcept { return are_all_ || !others_.empty(); }

 private:
  UserOfPeer of_peer_ = user_of_peer;
  std::vector<uid_t> others_;
  bool are_all_ = false;
};

}  // namespace dimma::transport
