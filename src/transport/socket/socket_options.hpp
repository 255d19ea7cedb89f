#pragma once
// Socket options: those of the system, and those of a QoS.

#include "transport/transport.hpp"

namespace dimma::transport {

// Throws std::system_error.
void set_option(int socket, int level, int name, int value);

// Throws QoSError, which names the field `socket`, for options that the transport does not support.
void require_possible(const Transport& transport, const StreamOptions& options, End end);

// Sets the options on a socket of the family. Accepted connections inherit the options of a listening socket. Throws
// QoSError, which names the field `socket`, for an option that the system refuses, or grants only in part.
void set_stream_options(int socket, int family, const StreamOptions& options);

}  // namespace dimma::transport
