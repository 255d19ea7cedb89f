#pragma once
// The memory in which an SSL object finds received octets, and leaves those that are to be sent. It is the stream's, so
// that the SSL object needs no system calls of its own.

#include "transport/tls/openssl.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace dimma::transport {

struct Wire {
  std::span<const std::byte> in;  // the octets that have not been read yet
  std::vector<std::byte> out;
};

// Gives `ssl` a BIO at both ends for `wire`, which must outlive it. Returns false if there is no memory.
bool connect_to_wire(SSL& ssl, Wire& wire) noexcept;

}  // namespace dimma::transport
