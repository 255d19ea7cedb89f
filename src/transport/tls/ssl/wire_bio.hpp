#pragma once
// The memory from which an SSL object reads received octets, and to which it writes octets to be sent. It is owned by
// the stream, so that the SSL object makes no system calls.

#include "transport/tls/ssl/openssl.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace dimma::transport {

struct Wire {
  std::span<const std::byte> in;  // received octets that have not been read yet
  std::vector<std::byte> out;
};

// Connects `ssl` to `wire` in both directions by a BIO; `wire` must outlive `ssl`. Returns false if memory is
// exhausted.
bool connect_to_wire(SSL& ssl, Wire& wire) noexcept;

}  // namespace dimma::transport
