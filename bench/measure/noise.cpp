#include "measure/noise.hpp"

#include "measure/spread.hpp"
#include "measure/table.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace measure {
namespace {

constexpr double spread_max = 0.10;  // the distance between a bare program's quartiles, as a share of its median
constexpr double others_max = 0.10;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double own_seconds() {
  double sum = 0;
  for (const int whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(whose, &usage);
    sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  return sum;
}

}  // namespace

OthersAtWork::OthersAtWork() : begin_(read()) {}

OthersAtWork::Ticks OthersAtWork::read() {
  Ticks ticks;
  std::ifstream in("/proc/stat");
  std::string word;
  in >> word;
  double value = 0;
  // user nice system idle iowait irq softirq steal; the columns after these are contained in them
  for (int column = 0; column < 8 && in >> value; ++column) {
    ticks.all += value;
    if (column != 3 && column != 4) ticks.busy += value;
  }
  ticks.own = own_seconds() * static_cast<double>(::sysconf(_SC_CLK_TCK));
  return ticks;
}

double OthersAtWork::share() const {
  const Ticks now = read();
  const double all = now.all - begin_.all;
  const double others = (now.busy - begin_.busy) - (now.own - begin_.own);
  return all > 0 && others > 0 ? others / all : 0;
}

double noise_of(const std::vector<double>& bare_us) {
  const Box box = box_of(bare_us);
  return (box.third - box.first) / box.median;
}

bool is_noisy(double noise) { return noise > spread_max; }

std::string noise_warning(const std::vector<double>& bare_us) {
  const double spread = noise_of(bare_us);
  if (!is_noisy(spread)) return {};
  return "the machine was noisy: half of the bare program's turns lie " + fixed(spread * 100, 0) +
         " % of their median apart; what differs by less is not to be concluded";
}

std::string noise_warning(double share_of_others) {
  if (share_of_others <= others_max) return {};
  return "the machine was noisy: other programs had " + fixed(share_of_others * 100, 0) +
         " % of its processors' time meanwhile";
}

}  // namespace measure
