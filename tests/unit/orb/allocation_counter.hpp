#pragma once
// Counts what operator new gives out in a program that links allocation_counter.cpp.

#include <cstddef>

namespace dimma::test {
std::size_t allocations() noexcept;
}
