#include "measure/memory.hpp"

#include <fstream>
#include <stdexcept>
#include <string>

namespace measure {

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

}  // namespace measure
