#include "transport/socket/socket_options.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <string>
#include <system_error>

#include <netinet/in.h>
#include <sys/socket.h>

namespace dimma::transport {
namespace {

constexpr int dscp_shift = 2;  // the two lower bits are for congestion notification

[[noreturn]] void refuse(const std::string& asked, const std::string& why) {
  throw QoSError(Field::socket, asked + ": " + why);
}

void set_asked(int socket, int level, int name, int value, const std::string& asked) {
  if (::setsockopt(socket, level, name, &value, sizeof value) == 0) return;
  refuse(asked, std::generic_category().message(errno));
}

void set_buffer(int socket, int name, std::size_t octets, const char* word, const char* limit) {
  if (octets == 0) return;
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  const std::string asked = std::string(word) + "(" + std::to_string(octets) + ")";
  set_asked(socket, SOL_SOCKET, name, static_cast<int>(std::min(octets, most)), asked);
  // The system silently reduces a buffer beyond its limit, and doubles the size for its own overhead.
  int doubled = 0;
  socklen_t length = sizeof doubled;
  ::getsockopt(socket, SOL_SOCKET, name, &doubled, &length);
  const auto given = static_cast<std::size_t>(doubled / 2);
  if (given >= octets) return;
  refuse(asked, "the limit of the system is " + std::to_string(given) + " octets (" + limit + ")");
}

}  // namespace

void set_option(int socket, int level, int name, int value) {
  if (::setsockopt(socket, level, name, &value, sizeof value) != 0) {
    throw std::system_error(errno, std::generic_category(), "socket option");
  }
}

void require_possible(const Transport& transport, const StreamOptions& options, End end) {
  if (const auto why = transport.cannot_have(options, end); !why.empty()) throw QoSError(Field::socket, why);
}

void set_stream_options(int socket, int family, const StreamOptions& options) {
  set_buffer(socket, SO_SNDBUF, options.send_buffer_octets, "send", "net.core.wmem_max");
  set_buffer(socket, SO_RCVBUF, options.receive_buffer_octets, "receive", "net.core.rmem_max");
  if (options.dscp) {
    const std::string asked = "dscp(" + std::to_string(*options.dscp) + ")";
    const int value = static_cast<int>(*options.dscp << dscp_shift);
    // A socket for IPv6 also carries IPv4, for which the option of IPv4 applies.
    set_asked(socket, IPPROTO_IP, IP_TOS, value, asked);
    if (family == AF_INET6) set_asked(socket, IPPROTO_IPV6, IPV6_TCLASS, value, asked);
  }
  if (options.ttl) {
    const std::string asked = "ttl(" + std::to_string(*options.ttl) + ")";
    const int value = static_cast<int>(*options.ttl);
    set_asked(socket, IPPROTO_IP, IP_TTL, value, asked);
    if (family == AF_INET6) set_asked(socket, IPPROTO_IPV6, IPV6_UNICAST_HOPS, value, asked);
  }
  if (options.busy_poll.count() != 0) {
    set_asked(socket, SOL_SOCKET, SO_BUSY_POLL, static_cast<int>(options.busy_poll.count()),
              "busy-poll(" + std::to_string(options.busy_poll.count()) + ")");
  }
}

}  // namespace dimma::transport
