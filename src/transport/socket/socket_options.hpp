#pragma once
// Socket options: those of the system, and those of a QoS in the system's terms.

#include "transport/transport.hpp"

namespace dimma::transport {

// Throws std::system_error.
void set_option(int socket, int level, int name, int value);

// Throws QoSError naming the field `socket` for options that the transport cannot have.
void require_possible(const Transport& transport, const StreamOptions& options, End end);

// Sets the options for a socket of that family. Accepted connections inherit the options of a listening socket. Throws
// QoSError naming the field `socket` for an option that the system refuses, or of which it would give less.
void set_stream_options(int socket, int family, const StreamOptions& options);

}  // namespace dimma::transport
