#pragma once
// Limits the memory that clients can make the service hold.

#include <chrono>
#include <cstddef>

namespace dimma::naming {

struct Limits {
  std::size_t iterators_max = 1'000;                       // open at once; one more closes the one unused for longest
  std::chrono::milliseconds iterator_unused_max{300'000};  // an iterator is closed after it
  std::size_t list_max = 10'000;                           // bindings in one reply
  std::size_t changes_max = 10'000;                        // calls of `changes` that wait at once
  std::size_t remembered_octets_max = std::size_t{16} << 20;  // for changes, for calls of `changes` that come later
  std::chrono::milliseconds federation_timeout{10'000};       // for a call to a context of another service
};

// About the octets of names and references in one reply of a listing.
inline constexpr std::size_t list_octets_max = std::size_t{8} << 20;

}  // namespace dimma::naming
