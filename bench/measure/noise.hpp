#pragma once
// How quiet the machine was: the processor time that other programs took, and the steadiness of the bare program.

#include <cstdint>
#include <string>
#include <vector>

namespace measure {

// Measures the work of other programs on all processors of the machine, from its construction on.
class OthersAtWork {
 public:
  OthersAtWork();
  // The share (0 to 1) of the processor time that was not idle and not used by this process or its children. It
  // includes the time that the hypervisor took. The time of children is known when they have ended and been waited for.
  double share() const;

 private:
  struct Ticks {
    double all = 0;
    double busy = 0;
    double own = 0;
  };
  static Ticks read();

  const Ticks begin_;
};

// The distance between the quartiles of a bare program's turns, as a share of their median. If is_noisy(), small
// differences between contenders mean nothing.
double noise_of(const std::vector<double>& bare_us);
bool is_noisy(double noise);

// A sentence that warns of noise, or of other programs; empty if there is no reason to warn.
std::string noise_warning(const std::vector<double>& bare_us);
std::string noise_warning(double share_of_others);

}  // namespace measure
