#pragma once
// The parts of its calls that an ORB traces.

#include <cstddef>

namespace dimma::tracing {

struct Wanted {
  bool is_on = false;
  double ratio = 1;              // the share of the traces that begin here
  std::size_t spans_max = 2048;  // that wait to be exported
};

}  // namespace dimma::tracing
