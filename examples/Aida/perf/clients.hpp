#pragma once
// Nine clients at once, each a process: they begin when all are ready, and run the same tests one after the other.

#include "perf/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace perf {

inline constexpr std::size_t nine = 9;
// The number of the test with two alternating gets, which is not in get_tests().
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

// This process must have one thread only. Throws std::runtime_error if a client fails.
ClientRuns run_clients(std::size_t clients, const ClientWork& work);

}  // namespace perf
