#pragma once
/// Memory for values so large that the allocator requests it from the system on each use.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>

namespace dimma::cdr {

/// Minimum size of a block for which 2 MiB pages are requested from the system: a small page takes longer to map than
/// to fill. Common allocators keep smaller blocks for reuse.
constexpr std::size_t large_memory_octets_min = std::size_t{2} << 20;

namespace detail {
void make_by_large_pages(const void* memory, std::size_t octets) noexcept;
}

/// Called when `memory` has just been allocated, and will be written from beginning to end. Thread-safe. Affects only
/// speed; no effect if the system has no large pages, or is configured not to use them.
inline void expect_to_fill(const void* memory, std::size_t octets) noexcept {
  if (octets >= large_memory_octets_min) [[unlikely]]
    detail::make_by_large_pages(memory, octets);
}

/// Reserves memory in an empty vector or string that will be filled.
template <class Container>
[[gnu::always_inline]] inline void reserve_to_fill(Container& container, std::size_t count) {
  container.reserve(count);
  expect_to_fill(container.data(), container.capacity() * sizeof(*container.data()));
}

}  // namespace dimma::cdr
