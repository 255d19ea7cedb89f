#pragma once
// All tests on one page, with their data and figures as files in the same folder.

#include "perf/tests.hpp"

#include <string>

namespace perf {

struct ReportOptions {
  std::string folder;
  std::string qos;  // the QoS of references, at the client's end
  Extent extent;
  bool is_quick = false;
};

// Starts its own servers and clients. This process must have one thread only. Throws std::runtime_error.
void report(const ReportOptions& options);

}  // namespace perf
