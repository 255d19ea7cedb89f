#pragma once
// Tells what an ORB traces of its calls.

#include <cstddef>

namespace dimma::tracing {

struct Wanted {
  bool is_on = false;
  double ratio = 1;              // the share of traces that begin here and are sampled
  std::size_t spans_max = 2048;  // the most spans that wait to be exported
};

}  // namespace dimma::tracing
