#pragma once
// How long tests over seeds and rounds go on: as long as they have to by default, and longer where there is time.

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace dimma::test {

// `count` times DIMMA_TEST_ROUNDS, a factor of at least 1.
inline std::uint64_t rounds(std::uint64_t count) {
  const char* const factor = std::getenv("DIMMA_TEST_ROUNDS");
  return count * (factor == nullptr ? 1 : std::max<std::uint64_t>(1, std::strtoull(factor, nullptr, 10)));
}

}  // namespace dimma::test
