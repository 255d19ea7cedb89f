#pragma once
/// Memory for values so large that an allocator gets it from the system for each use.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>

namespace dimma::cdr {

/// From this length on the system is asked for memory in pages of 2 MiB instead of small ones: there would be thousands
/// of these, each of which takes longer to make than to fill. Common allocators keep smaller blocks for their next use.
constexpr std::size_t large_memory_octets_min = std::size_t{2} << 20;

namespace detail {
void make_by_large_pages(const void* memory, std::size_t octets) noexcept;
}

/// To be called when `memory` has just been allocated, and will be written from one end to the other. Thread safe. Only
/// affects the speed; has no effect if the system has no such pages, or is configured not to use them.
inline void expect_to_fill(const void* memory, std::size_t octets) noexcept {
  if (octets >= large_memory_octets_min) [[unlikely]]
    detail::make_by_large_pages(memory, octets);
}

/// Makes room in an empty vector or string.
template <class Container>
[[gnu::always_inline]] inline void reserve_to_fill(Container& container, std::size_t count) {
  container.reserve(count);
  expect_to_fill(container.data(), container.capacity() * sizeof(*container.data()));
}

}  // namespace dimma::cdr
