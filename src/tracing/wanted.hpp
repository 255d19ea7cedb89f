#pragma once
// What an ORB traces of its calls.

#include <cstddef>

namespace dimma::tracing {

struct Wanted {
  bool is_on = false;
  double ratio = 1;              // of the traces that begin here
  std::size_t spans_max = 2048;  // that wait to be exported
};

}  // namespace dimma::tracing
