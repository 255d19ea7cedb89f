#pragma once
#include <cstddef>

namespace dimma::test {
// How many octets this program has asked operator new for, in all.
std::size_t allocated_octets() noexcept;
}  // namespace dimma::test
