#pragma once
// The memory in which an SSL object finds received octets, and leaves those that are to be sent: the stream's, so that
// it needs no system calls of its own.

#include "transport/tls/openssl.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace dimma::transport {

struct Wire {
  std::span<const std::byte> in;  // the octets that have not been read yet
  std::vector<std::byte> out;
};

// Gives `ssl` a BIO at both ends that is `wire`, which outlives it. False for want of memory.
bool connect_to_wire(SSL& ssl, Wire& wire) noexcept;

}  // namespace dimma::transport
