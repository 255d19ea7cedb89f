#pragma once
// Tests over seeded faults: which seeds to go through, and how a failure names its own.

#include "transport/memory/memory_faults.hpp"
#include "unit/common/rounds.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::transport {

// 1 to rounds(count); or only the one in DIMMA_TEST_SEED, to repeat a failure.
inline std::vector<std::uint64_t> seeds(std::uint64_t count) {
  if (const char* chosen = std::getenv("DIMMA_TEST_SEED")) return {std::strtoull(chosen, nullptr, 10)};
  std::vector<std::uint64_t> all;
  for (std::uint64_t seed = 1; seed <= test::rounds(count); ++seed) all.push_back(seed);
  return all;
}

// While it lives, each failure in the test prints the plan with its seed.
class PlanTrace {
 public:
  PlanTrace(const char* file, int line, const ConnectionPlan& plan)
      : trace_(file, line, describe(plan) + " (repeat with DIMMA_TEST_SEED=" + std::to_string(plan.seed) + ")") {}

 private:
  testing::ScopedTrace trace_;
};

#define DIMMA_TRACE_PLAN(plan) const ::dimma::transport::PlanTrace plan_trace(__FILE__, __LINE__, plan)

}  // namespace dimma::transport
