#include "transport/tcp_socket.hpp"

#include "transport/socket_options.hpp"

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

}  // namespace

Descriptor tcp_socket(int family, Blocking blocking) noexcept {
  const int type = SOCK_STREAM | SOCK_CLOEXEC | (blocking == Blocking::no ? SOCK_NONBLOCK : 0);
  return Descriptor(::socket(family, type, IPPROTO_TCP));
}

void set_connection_options(int socket, int family, const StreamOptions& options) {
  set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, first_probe_after_s);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, probe_interval_s);
  set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, peer_silence_ms_max);
  set_stream_options(socket, family, options);
}

}  // namespace dimma::transport
