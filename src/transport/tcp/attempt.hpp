#pragma once
// A connection attempt to one address.

#include "reactor/descriptor.hpp"
#include "transport/socket/address.hpp"
#include "transport/transport.hpp"

namespace dimma::transport {

struct Attempt {
  bool in_progress = false;    // connected or failed when the socket polls writable
  reactor::Descriptor socket;  // non-blocking while in progress, blocking once connected; empty if that failed
  Result result;
  const char* explanation = "";
};

// Never blocks. Sets the options before the socket connects. Throws what set_connection_options() throws.
Attempt begin_attempt(const Address& address, const StreamOptions& options);

// Ends an attempt in progress whose socket polls writable. A connection to itself is refused.
void end_attempt(Attempt& attempt) noexcept;

// "connection refused", or "[::1]:2809: connection refused" if the endpoint itself does not name the address.
std::string describe(const Address& address, const Endpoint& to, const Attempt& attempt);

}  // namespace dimma::transport
