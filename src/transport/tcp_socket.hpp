#pragma once
// TCP sockets before they are streams or listeners.

#include "transport/descriptor.hpp"
#include "transport/transport.hpp"

#include <cstdint>

namespace dimma::transport {

enum class Blocking : std::uint8_t { yes, no };

// socket(2), close-on-exec. An empty descriptor and errno where the family is not there.
Descriptor tcp_socket(int family, Blocking blocking) noexcept;

// Sets what every connection has: no delay, liveness probes, buffer sizes. What a listening socket has, the connections
// that it accepts inherit. Throws std::system_error.
void set_connection_options(int socket, const StreamOptions& options);

void set_option(int socket, int level, int name, int value);

}  // namespace dimma::transport
