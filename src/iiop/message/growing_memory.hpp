#pragma once
// Memory for a message in fragments that grows as its octets arrive. It moves when it grows.

#include "iiop/giop/giop.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace dimma::iiop {

class GrowingMemory {
 public:
  // Uses the capacity of `room`, and discards its contents.
  explicit GrowingMemory(std::vector<std::byte> room) noexcept : octets_(std::move(room)) { octets_.clear(); }

  std::byte* data() noexcept { return octets_.data(); }
  const std::byte* data() const noexcept { return octets_.data(); }
  // Appends octets. `at` is the number of octets so far. Throws std::bad_alloc.
  void put(std::size_t at, OctetView data) {
    octets_.insert(octets_.begin() + static_cast<std::ptrdiff_t>(at), data.begin(), data.end());
  }

  std::vector<std::byte> release() noexcept { return std::move(octets_); }

 private:
  std::vector<std::byte> octets_;
};

}  // namespace dimma::iiop
