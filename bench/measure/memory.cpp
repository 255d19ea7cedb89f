#include "measure/memory.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>

namespace measure {
namespace {

// The number that follows `word` in a file, or the number at the beginning of the file if `word` is empty. Empty if
// there is no such number.
std::optional<double> number_in(const std::string& file, const std::string& word) {
  std::ifstream in(file);
  std::string read;
  while (!word.empty() && read != word && in >> read) continue;
  double number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

}  // namespace

std::size_t private_octets(pid_t process) {
  const std::string file = "/proc/" + std::to_string(process) + "/smaps_rollup";
  std::ifstream in(file);
  std::size_t octets = 0;
  bool found = false;
  for (std::string word; in >> word;) {
    if (word != "Private_Clean:" && word != "Private_Dirty:") continue;
    std::size_t kilo_octets = 0;
    found = static_cast<bool>(in >> kilo_octets);
    octets += kilo_octets * 1024;
  }
  if (!found) throw std::runtime_error("cannot read " + file);
  return octets;
}

std::size_t free_octets() {
  double most = number_in("/proc/meminfo", "MemAvailable:").value_or(1e9) * 1024;
  const auto group = number_in("/sys/fs/cgroup/memory.max", "");
  const auto taken = number_in("/sys/fs/cgroup/memory.current", "");
  if (group && taken) most = std::min(most, std::max(*group - *taken, 0.0));
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  if (limit.rlim_cur != RLIM_INFINITY) most = std::min(most, static_cast<double>(limit.rlim_cur));
  return static_cast<std::size_t>(most);
}

}  // namespace measure
