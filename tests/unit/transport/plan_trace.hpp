#pragma once
// A failure in a test over seeded faults (unit/common/rounds.hpp) names its seed.

#include "transport/memory/memory_faults.hpp"

#include <string>

#include <gtest/gtest.h>

namespace dimma::transport {

// While an object of this class exists, each failure in the test prints the plan with its seed.
class PlanTrace {
 public:
  PlanTrace(const char* file, int line, const ConnectionPlan& plan)
      : trace_(file, line, describe(plan) + " (repeat with DIMMA_TEST_SEED=" + std::to_string(plan.seed) + ")") {}

 private:
  testing::ScopedTrace trace_;
};

#define DIMMA_TRACE_PLAN(plan) const ::dimma::transport::PlanTrace plan_trace(__FILE__, __LINE__, plan)

}  // namespace dimma::transport
