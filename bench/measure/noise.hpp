#pragma once
// How quiet the machine was: what other programs took of its processors, and how steady the bare program was.

#include <cstdint>
#include <string>
#include <vector>

namespace measure {

// The work of other programs on all processors of the machine, from the making of this object on.
class OthersAtWork {
 public:
  OthersAtWork();
  // The share (0 to 1) of the time that other programs than this process and its children had, those that the
  // hypervisor kept busy included. Children count when they have ended and been waited for.
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

// How far half of a bare program's turns lie apart, as a share of their median; and whether that is too much to
// conclude anything from small differences to those beside it.
double noise_of(const std::vector<double>& bare_us);
bool is_noisy(double noise);

// A sentence that warns of noise or of other programs, or nothing.
std::string noise_warning(const std::vector<double>& bare_us);
std::string noise_warning(double share_of_others);

}  // namespace measure
