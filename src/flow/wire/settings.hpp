#pragma once
// What the ORB says once about everything that speaks the flow protocol in it.

#include "flow/wire/limits.hpp"

#include <bit>
#include <cstddef>

namespace dimma::flow {

struct Settings {
  std::endian byte_order = std::endian::native;  // what is sent
  Limits limits;                                 // of consumers; the longest message is a producer's too
  std::size_t queue_messages = 1024;             // of a consumer's queue where history says nothing
  std::size_t queue_octets_max = std::size_t{64} << 20;
};

}  // namespace dimma::flow
