#pragma once
// Counts what operator new gives out in a program that links allocation_counter.cpp.

#include <cstddef>

namespace dimma::test {

// The number of allocations, and their octets in all, since the program began.
std::size_t allocations() noexcept;
std::size_t allocated_octets() noexcept;

}  // namespace dimma::test
