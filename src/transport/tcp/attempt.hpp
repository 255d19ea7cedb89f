#pragma once
// An attempt to connect to one address.

#include "reactor/descriptor.hpp"
#include "transport/socket/address.hpp"
#include "transport/transport.hpp"

namespace dimma::transport {

struct Attempt {
  bool in_progress = false;    // finished when the socket polls writable
  reactor::Descriptor socket;  // non-blocking while in progress, blocking once connected; empty after a failure
  Result result;
  const char* explanation = "";
};

// Begins an attempt. Never blocks. Sets the options before connecting. Throws what set_connection_options() throws.
Attempt begin_attempt(const Address& address, const StreamOptions& options);

// Finishes an attempt in progress whose socket polls writable. Fails if the socket has connected to itself.
void end_attempt(Attempt& attempt) noexcept;

// Returns "connection refused", or "[::1]:2809: connection refused" if the endpoint does not contain the address.
std::string describe(const Address& address, const Endpoint& to, const Attempt& attempt);

}  // namespace dimma::transport
