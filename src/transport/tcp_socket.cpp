#include "transport/tcp_socket.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

// A peer whose host is gone is noticed after peer_silence_ms_max, whether octets for it are on their way (they are not
// acknowledged) or not (the probes are not answered: three of them, so that a lost one does not matter).
constexpr int peer_silence_ms_max = 30'000;
constexpr int first_probe_after_s = 15;
constexpr int probe_interval_s = 5;

int buffer_octets(std::size_t octets) {
  return static_cast<int>(std::min(octets, static_cast<std::size_t>(std::numeric_limits<int>::max())));
}

}  // namespace

Descriptor tcp_socket(int family, Blocking blocking) noexcept {
  const int type = SOCK_STREAM | SOCK_CLOEXEC | (blocking == Blocking::no ? SOCK_NONBLOCK : 0);
  return Descriptor(::socket(family, type, IPPROTO_TCP));
}

void set_option(int socket, int level, int name, int value) {
  if (::setsockopt(socket, level, name, &value, sizeof value) != 0) {
    throw std::system_error(errno, std::generic_category(), "socket option");
  }
}

void set_connection_options(int socket, const StreamOptions& options) {
  set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, first_probe_after_s);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, probe_interval_s);
  set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, peer_silence_ms_max);
  if (options.send_buffer_octets != 0) {
    set_option(socket, SOL_SOCKET, SO_SNDBUF, buffer_octets(options.send_buffer_octets));
  }
  if (options.receive_buffer_octets != 0) {
    set_option(socket, SOL_SOCKET, SO_RCVBUF, buffer_octets(options.receive_buffer_octets));
  }
}

}  // namespace dimma::transport
