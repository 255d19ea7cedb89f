#pragma once
// Tells what an ORB observes of its calls.

#include <cstddef>

namespace dimma::observe {

struct Wanted {
  bool has_metrics = false;
  std::size_t recorded_calls = 0;   // for each channel; zero: no calls are recorded
  std::size_t captured_octets = 0;  // in each send and receive; zero: no octets are captured

  bool is_any() const noexcept { return is_of_calls() || captured_octets != 0; }
  bool is_of_calls() const noexcept { return has_metrics || recorded_calls != 0; }
};

}  // namespace dimma::observe
