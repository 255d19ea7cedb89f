#pragma once
// The ORB's settings for everything in it that speaks the flow protocol.

#include "flow/wire/limits.hpp"

#include <bit>
#include <cstddef>

namespace dimma::flow {

struct Settings {
  std::endian byte_order = std::endian::native;  // for sending
  Limits limits;                      // for consumers; the limit of a message's length holds for producers too
  std::size_t queue_messages = 1024;  // for a consumer's queue if history says nothing
  std::size_t queue_octets_max = std::size_t{64} << 20;
};

}  // namespace dimma::flow
