#pragma once
// The ORB's settings for all its users of the flow protocol.

#include "flow/wire/limits.hpp"

#include <bit>
#include <cstddef>

namespace dimma::flow {

struct Settings {
  std::endian byte_order = std::endian::native;  // for sending
  Limits limits;                                 // for consumers; the longest message is for producers too
  std::size_t queue_messages = 1024;             // for a consumer's queue if history says nothing
  std::size_t queue_octets_max = std::size_t{64} << 20;
};

}  // namespace dimma::flow
