#include "measure/machine.hpp"

#include "measure/statistics.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace measure {
namespace {

std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto colon = line.find(':');
    return colon == std::string::npos ? line : line.substr(line.find_first_not_of(' ', colon + 1));
  }
  return "unknown processor";
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string build() {
#if defined(NDEBUG)
  return "optimised";
#else
  return "not optimised";
#endif
}

}  // namespace

std::string describe_machine() {
  utsname system{};
  ::uname(&system);
  std::ostringstream text;
  text << processor_model() << ", " << ::sysconf(_SC_NPROCESSORS_ONLN) << " processors, " << system.sysname << ' '
       << system.release << ", " << compiler() << ' ' << build() << ", a reading of the clock "
       << std::lround(clock_cost_ns()) << " ns (steps of " << std::lround(clock_resolution_ns())
       << "), of timing a call " << std::lround(harness_cost_ns()) << " ns";
  return text.str();
}

}  // namespace measure
