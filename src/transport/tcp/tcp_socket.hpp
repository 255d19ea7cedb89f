#pragma once
// TCP sockets, before they become streams or listeners.

#include "reactor/descriptor.hpp"
#include "transport/transport.hpp"

#include <cstdint>

namespace dimma::transport {

enum class Blocking : std::uint8_t { yes, no };

// Calls socket(2), close-on-exec. Returns an empty descriptor and errno if the machine does not support the family.
reactor::Descriptor tcp_socket(int family, Blocking blocking) noexcept;

// Sets the options of all connections, which are no delay and liveness probes, and the given ones. Accepted connections
// inherit the options of a listening socket. Throws std::system_error, and QoSError for an option that is refused.
void set_connection_options(int socket, int family, const StreamOptions& options);

// Throws what set_connection_options() would throw for a future connection.
void require_connection_options(const StreamOptions& options);

}  // namespace dimma::transport
