#pragma once
// The common part of both ends of Cap'n Proto.

#include <capnp/ez-rpc.h>

#include <cstdint>

namespace capnp_peer {

// Options that allow messages of the largest size. A client's limit applies to the messages that it sends too.
inline capnp::ReaderOptions long_messages() {
  capnp::ReaderOptions options;
  options.traversalLimitInWords = std::uint64_t{1} << 30;
  return options;
}

}  // namespace capnp_peer
