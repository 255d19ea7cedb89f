#pragma once
// Limits on the memory that clients can make the service use.

#include <chrono>
#include <cstddef>

namespace dimma::naming {

struct Limits {
  std::size_t iterators_max = 1'000;                          // open iterators; one more closes the least recently used
  std::chrono::milliseconds iterator_unused_max{300'000};     // timeout of an unused iterator
  std::size_t list_max = 10'000;                              // bindings in one reply
  std::size_t changes_max = 10'000;                           // pending calls of `changes`
  std::size_t remembered_octets_max = std::size_t{16} << 20;  // recent changes, kept for later calls of `changes`
  std::chrono::milliseconds federation_timeout{10'000};       // timeout of calls to contexts of other services
};

// Approximate limit for the names and references in one reply of a listing.
inline constexpr std::size_t list_octets_max = std::size_t{8} << 20;

}  // namespace dimma::naming
