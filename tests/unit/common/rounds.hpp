#pragma once
// How long tests with seeds and rounds run: as briefly as is useful by default, and longer on request.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace dimma::test {

// `count` times DIMMA_TEST_ROUNDS, a factor of at least 1.
inline std::uint64_t rounds(std::uint64_t count) {
  const char* const factor = std::getenv("DIMMA_TEST_ROUNDS");
  return count * (factor == nullptr ? 1 : std::max<std::uint64_t>(1, std::strtoull(factor, nullptr, 10)));
}

// 1 to rounds(count); or only the one in DIMMA_TEST_SEED, to repeat a failure.
inline std::vector<std::uint64_t> seeds(std::uint64_t count) {
  if (const char* chosen = std::getenv("DIMMA_TEST_SEED")) return {std::strtoull(chosen, nullptr, 10)};
  std::vector<std::uint64_t> all;
  for (std::uint64_t seed = 1; seed <= rounds(count); ++seed) all.push_back(seed);
  return all;
}

}  // namespace dimma::test
