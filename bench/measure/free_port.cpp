#include "measure/free_port.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace measure {

std::uint16_t free_port() {
  const int asking = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  const bool is_bound = ::bind(asking, reinterpret_cast<sockaddr*>(&address), length) == 0 &&
                        ::getsockname(asking, reinterpret_cast<sockaddr*>(&address), &length) == 0;
  ::close(asking);
  if (!is_bound) throw std::runtime_error("there is no free port for a server");
  return ntohs(address.sin_port);
}

}  // namespace measure
