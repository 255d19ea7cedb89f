#pragma once
// The pieces of a gather write (iovec).

#include <cstddef>
#include <span>

#include <sys/uio.h>

namespace dimma::transport {

// Returns a piece to send. Its octets are not modified.
inline iovec piece_of(std::span<const std::byte> octets) noexcept {
  return {const_cast<std::byte*>(octets.data()), octets.size()};
}

// Removes the first `octets` octets, and any empty pieces after them. Removed pieces are set to empty, so that all
// pieces together contain exactly the octets that have not been sent.
inline std::span<iovec> drop_octets(std::span<iovec> pieces, std::size_t octets) noexcept {
  while (!pieces.empty() && octets >= pieces.front().iov_len) {
    octets -= pieces.front().iov_len;
    pieces.front().iov_len = 0;
    pieces = pieces.subspan(1);
  }
  if (octets != 0) {
    iovec& first = pieces.front();
    first.iov_base = static_cast<std::byte*>(first.iov_base) + octets;
    first.iov_len -= octets;
  }
  return pieces;
}

}  // namespace dimma::transport
