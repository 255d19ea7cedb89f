#pragma once
// Nine clients at once, each a process: all begin when all are ready, and run the same tests one after the other.

#include "perf/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace perf {

inline constexpr std::size_t nine = 9;
// Test 11 has two gets alternating, which the first list does not have.
inline constexpr int alternating = 11;

struct ClientWork {
  std::string directory_url;
  std::string qos;
  std::vector<int> tests;
  std::size_t iterations = 0;
};

struct ClientRuns {
  std::vector<std::vector<Run>> runs;  // indexed by client and test
  double gets_per_s = 0;               // for all clients, from the first start to the last end
};

// To be called while this process has one thread. Throws std::runtime_error when a client fails.
ClientRuns run_clients(std::size_t clients, const ClientWork& work);

}  // namespace perf
