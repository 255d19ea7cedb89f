#include "client/machine_id.hpp"

#include <fstream>

namespace aida {

std::string machine_id() {
  std::ifstream in("/proc/sys/kernel/random/boot_id");
  std::string id;
  std::getline(in, id);
  return id;
}

}  // namespace aida
