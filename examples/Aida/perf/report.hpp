#pragma once
// All of the tests on one page, with their data and figures as files beside it.

#include "perf/tests.hpp"

#include <string>

namespace perf {

struct ReportOptions {
  std::string folder;
  std::string qos;  // for the client's end of references
  Extent extent;
  bool is_quick = false;
};

// Starts servers and clients of its own. To be called while this process has one thread. Throws std::runtime_error.
void report(const ReportOptions& options);

}  // namespace perf
