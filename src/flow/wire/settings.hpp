#pragma once
// The ORB's settings for all users of the flow protocol.

#include "flow/wire/limits.hpp"

#include <bit>
#include <cstddef>

namespace dimma::flow {

struct Settings {
  std::endian byte_order = std::endian::native;  // used for sent packets
  Limits limits;                                 // for consumers; the message limit is for producers, too
  std::size_t queue_messages = 1024;             // for a consumer's queue, unless the QoS sets history
  std::size_t queue_octets_max = std::size_t{64} << 20;
};

}  // namespace dimma::flow
