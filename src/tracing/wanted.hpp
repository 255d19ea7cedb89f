#pragma once
// The tracing options of an ORB.

#include <cstddef>

namespace dimma::tracing {

struct Wanted {
  bool is_on = false;
  double ratio = 1;              // the fraction of the traces started here that are sampled
  std::size_t spans_max = 2048;  // the maximum number of spans that wait for export
};

}  // namespace dimma::tracing
