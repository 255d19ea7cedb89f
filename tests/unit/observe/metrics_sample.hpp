#pragma once
// The metrics of one channel, with a name that has to be escaped.

#include <dimma/observation.hpp>

namespace dimma::observation {

inline std::vector<ChannelMetrics> sample() {
  OperationMetrics operation;
  operation.operation = "add";
  operation.calls = 3;
  operation.in_progress = 1;
  operation.failures = {{"IDL:A:1.0", 2}};
  operation.latency.count = 3;
  operation.latency.sum = Nanoseconds(6000);
  operation.latency.buckets = {{Nanoseconds(1000), 1}, {Nanoseconds(3000), 2}};
  return {{7, Side::server, "iiop", "tcp:\"a\\b\"\n", true, {operation}, {{"messages", 1, 2, 4, 5, 6}}}};
}

}  // namespace dimma::observation
