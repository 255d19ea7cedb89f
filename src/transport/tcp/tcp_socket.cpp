#include "transport/tcp/tcp_socket.hpp"

#include "transport/socket/socket_options.hpp"

#include <algorithm>
#include <limits>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

// Makes the system notice that the peer's host is gone, both if octets are on their way (they are not acknowledged) and
// if none are (probes are not answered). The probes begin after half of the time; there are three, so that a lost one
// does not matter.
void notice_silence(int socket, std::chrono::milliseconds silence_max) {
  if (silence_max.count() == 0) return;
  const auto seconds = std::max<std::int64_t>(silence_max.count() / 1000, 1);
  const auto within = [](std::int64_t value, std::int64_t most) {
    return static_cast<int>(std::clamp<std::int64_t>(value, 1, most));
  };
  constexpr std::int64_t probe_s_max = 32'767;  // the system's limit
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, within(seconds / 2, probe_s_max));
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, within(seconds / 6, probe_s_max));
  set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT,
             within(silence_max.count(), std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

reactor::Descriptor tcp_socket(int family, Blocking blocking) noexcept {
  const int type = SOCK_STREAM | SOCK_CLOEXEC | (blocking == Blocking::no ? SOCK_NONBLOCK : 0);
  return reactor::Descriptor(::socket(family, type, IPPROTO_TCP));
}

void set_connection_options(int socket, int family, const StreamOptions& options) {
  set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  notice_silence(socket, options.peer_silence_max);
  set_stream_options(socket, family, options);
}

void require_connection_options(const StreamOptions& options) {
  const bool asks = options.send_buffer_octets != 0 || options.receive_buffer_octets != 0 || options.dscp ||
                    options.ttl || options.busy_poll.count() != 0;
  if (!asks) return;
  for (const int family : {AF_INET, AF_INET6}) {
    const reactor::Descriptor socket = tcp_socket(family, Blocking::no);
    if (socket) return set_connection_options(socket.get(), family, options);
  }
}

}  // namespace dimma::transport
