#pragma once
// The common part of both ends of Cap'n Proto.

#include <capnp/ez-rpc.h>

#include <cstdint>

namespace capnp_peer {

// Messages may be as long as they are; what a client sends is limited by what it would receive.
inline capnp::ReaderOptions long_messages() {
  capnp::ReaderOptions options;
  options.traversalLimitInWords = std::uint64_t{1} << 30;
  return options;
}

}  // namespace capnp_peer
