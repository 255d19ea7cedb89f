#pragma once
// The observation options of an ORB.

#include <cstddef>

namespace dimma::observe {

struct Wanted {
  bool has_metrics = false;
  std::size_t recorded_calls = 0;   // calls kept per channel; zero means that calls are not recorded
  std::size_t captured_octets = 0;  // octets kept per send or receive; zero disables the capture

  bool is_any() const noexcept { return is_of_calls() || captured_octets != 0; }
  bool is_of_calls() const noexcept { return has_metrics || recorded_calls != 0; }
};

}  // namespace dimma::observe
