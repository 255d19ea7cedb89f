#pragma once
// The buffers of one call, for its request and its reply. buffers=pool(n,size) reserves n of them.

#include "execution/allocator.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace dimma::iiop {

struct MessageBuffers {
  explicit MessageBuffers(std::size_t octets_each) : out(octets_each, octets_each), octets(octets_each) {
    reply.reserve(octets_each);
  }

  cdr::Buffer out;
  std::vector<std::byte> reply;  // for a reply that another thread has read
  const std::size_t octets;      // the size of each buffer, and the longest message
};

using BufferPool = execution::Allocator<MessageBuffers>;

}  // namespace dimma::iiop
