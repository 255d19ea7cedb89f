#include "services/naming/service/program/readiness.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace dimma::naming {

bool notify_manager(const std::string& state) {
  const char* const path = std::getenv("NOTIFY_SOCKET");
  if (path == nullptr || *path == '\0') return true;
  const std::string_view name(path);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.size() >= sizeof address.sun_path || (name[0] != '/' && name[0] != '@')) {
    errno = EINVAL;
    return false;
  }
  std::memcpy(address.sun_path, name.data(), name.size());
  if (name[0] == '@') address.sun_path[0] = '\0';  // abstract address
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return false;
  // The sockets API requires this type.
  const auto* const to = reinterpret_cast<const sockaddr*>(&address);
  const bool is_sent = ::sendto(socket, state.data(), state.size(), MSG_NOSIGNAL, to, length) >= 0;
  const int error = errno;
  ::close(socket);
  errno = error;
  return is_sent;
}

}  // namespace dimma::naming
